// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "document/presettext.h"

#include "io/files.h"

#include <QCoreApplication>

namespace nest::ui {
namespace {

/// Titles of resources/presets that have words in them, so that they are found for translation.
[[maybe_unused]] constexpr const char* titles[] = {
    QT_TRANSLATE_NOOP("Presets", "DGX A100, NVLink 3, 8 x 200 Gb/s InfiniBand, scalable units of 20 nodes"),
    QT_TRANSLATE_NOOP("Presets", "DGX B200, NVLink 5, 8 x 400 Gb/s InfiniBand, scalable units of 32 nodes"),
    QT_TRANSLATE_NOOP("Presets", "DGX H100, NVLink 4, 8 x 400 Gb/s InfiniBand, scalable units of 32 nodes"),
    QT_TRANSLATE_NOOP("Presets", "DGX H200, NVLink 4, 8 x 400 Gb/s InfiniBand, scalable units of 32 nodes"),
    QT_TRANSLATE_NOOP("Presets",
                      "GB200 NVL72 racks (one node is a rack of 72 GPUs), NVLink 5, 400 Gb/s InfiniBand per GPU"),
    QT_TRANSLATE_NOOP("Presets", "HGX A100 servers, NVLink 3, 200 Gb/s per GPU"),
    QT_TRANSLATE_NOOP("Presets", "HGX H100 servers, NVLink 4, 400 Gb/s per GPU"),
    QT_TRANSLATE_NOOP("Presets",
                      "Meta's RoCE cluster of Llama 3: racks of 2 H100 servers, pods of 3072 GPUs, 1:7 between pods"),
    QT_TRANSLATE_NOOP("Presets", "Servers with 8 PCIe GPUs: pairs below a switch, two sockets, one 100 Gb/s adapter"),
    QT_TRANSLATE_NOOP(
        "Presets",
        "RDMA over Ethernet in the style of Microsoft Maia 100: 4 accelerators per server, 12 x 400 Gb/s each"),
    QT_TRANSLATE_NOOP("Presets", "H100 servers, four below a leaf switch, leaf uplinks over-subscribed 4:1"),
    QT_TRANSLATE_NOOP("Presets", "TPU v4 slices of 4 x 4 x n chips (one node is a host of 4 chips), 3D torus"),
};

} // namespace

QString presetTitle(const char* kind, const std::string& name) {
    return QCoreApplication::translate("Presets", io::preset_title(kind, name, false).c_str());
}

QString presetTip(const char* kind, const std::string& name) {
    const std::string title = io::preset_title(kind, name, false), whole = io::preset_title(kind, name, true);
    return presetTitle(kind, name) + QString::fromStdString(whole.substr(title.size()));
}

} // namespace nest::ui
