// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "jobs/graphlayout.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QtConcurrent>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace nest::ui {
namespace {

constexpr auto timeLimit = std::chrono::milliseconds(2500);
constexpr qsizetype quickNodes = 1000; ///< as many are laid out plainly within a turn of the event loop

QByteArray requestText(quint64 id, const GraphShape& shape) {
    nlohmann::json nodes = nlohmann::json::array(), edges = nlohmann::json::array();
    for (qsizetype i = 0; i < shape.sizes.size(); ++i)
        nodes.push_back(
            {{"id", std::to_string(i)}, {"width", shape.sizes[i].width()}, {"height", shape.sizes[i].height()}});
    for (const auto& [from, to] : shape.edges)
        edges.push_back({std::to_string(from), std::to_string(to)});
    const nlohmann::json request{{"request", "layout"},
                                 {"id", id},
                                 {"direction", "down"},
                                 {"nodes", std::move(nodes)},
                                 {"edges", std::move(edges)}};
    return QByteArray::fromStdString(request.dump());
}

QPointF pointOf(const nlohmann::json& x, const nlohmann::json& y) {
    return {x.get<double>(), y.get<double>()};
}

/// The drawing in an answer; nothing when it is not one for this request.
std::optional<GraphDrawing> drawingOf(const QByteArray& text, quint64 id, const GraphShape& shape) {
    const auto json = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
    try {
        if (json.at("id").get<quint64>() != id) return std::nullopt;
        GraphDrawing drawing;
        drawing.size = {json.at("width").get<double>(), json.at("height").get<double>()};
        for (const auto& node : json.at("nodes"))
            drawing.centres.append(pointOf(node.at("x"), node.at("y")));
        for (const auto& edge : json.at("edges")) {
            QPolygonF line;
            for (const auto& point : edge)
                line << pointOf(point.at(0), point.at(1));
            if (line.size() < 2) return std::nullopt;
            drawing.lines.append(line);
        }
        if (drawing.centres.size() != shape.sizes.size() || drawing.lines.size() != shape.edges.size())
            return std::nullopt;
        return drawing;
    } catch (const nlohmann::json::exception&) { // how the library says that something isn't there
        return std::nullopt;
    }
}

} // namespace

GraphLayout::GraphLayout(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    m_timer.setInterval(timeLimit);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        drop();
        standIn(tr("Graphviz took too long: plain layout"));
    });
}

GraphLayout::~GraphLayout() {
    drop();
}

QString GraphLayout::program() {
    const QString own = qEnvironmentVariable("NEST_GRAPHVIZ");
    if (!own.isEmpty()) return own;
    const QString name = QStringLiteral("nest-graphviz");
    const QString here = QCoreApplication::applicationDirPath();
    // Beside the planner; the tests of a build tree are in a folder next to it.
    for (const QString& path : {here + QLatin1Char('/') + name, here + QStringLiteral("/../app/") + name,
                                QStandardPaths::findExecutable(name)})
        if (QFileInfo(path).isExecutable()) return path;
    return {};
}

quint64 GraphLayout::request(const GraphShape& shape) {
    drop();
    m_shape = shape;
    m_busy = true;
    ++m_last;
    // From the event loop, so that the caller knows the number before the answer comes.
    QMetaObject::invokeMethod(
        this,
        [this, number = m_last] {
            if (m_busy && number == m_last) start();
        },
        Qt::QueuedConnection);
    return m_last;
}

void GraphLayout::start() {
    if (m_shape.isChain() || m_shape.edges.isEmpty()) return standIn({});
    if (m_shape.sizes.size() > mostNodes) return standIn(tr("More than %1 nodes: plain layout").arg(mostNodes));
    const QString path = m_program.isEmpty() ? program() : m_program;
    if (path.isEmpty()) return standIn(tr("nest-graphviz is not installed: plain layout"));
    m_process = new QProcess(this);
    m_process->setProcessChannelMode(QProcess::SeparateChannels);
    m_process->setStandardErrorFile(QProcess::nullDevice());
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart) return; // the others end with finished()
        drop();
        standIn(tr("nest-graphviz can't be started: plain layout"));
    });
    connect(m_process, &QProcess::finished, this, &GraphLayout::ended);
    connect(m_process, &QProcess::started, m_process, [process = m_process, text = requestText(m_last, m_shape)] {
        process->write(text);
        process->closeWriteChannel();
    });
    m_timer.start();
    m_process->start(path, QStringList());
}

void GraphLayout::ended() {
    const bool well = m_process->exitStatus() == QProcess::NormalExit && m_process->exitCode() == 0;
    auto drawing = well ? drawingOf(m_process->readAllStandardOutput(), m_last, m_shape) : std::nullopt;
    drop();
    if (drawing)
        answer(std::move(*drawing));
    else
        standIn(tr("Graphviz failed: plain layout"));
}

void GraphLayout::standIn(const QString& note) {
    const auto draw = [shape = m_shape, note] {
        GraphDrawing drawing = layeredDrawing(shape);
        drawing.note = note;
        return drawing;
    };
    if (m_shape.sizes.size() <= quickNodes) return answer(draw());
    QtConcurrent::run(draw).then(this, [this, number = m_last](GraphDrawing drawing) {
        if (m_busy && number == m_last) answer(std::move(drawing));
    });
}

void GraphLayout::answer(GraphDrawing drawing) {
    m_busy = false;
    emit finished(m_last, drawing);
}

/// Ends the running process without waiting for it.
void GraphLayout::drop() {
    m_timer.stop();
    QProcess* process = std::exchange(m_process, nullptr);
    if (!process) return;
    process->disconnect();
    if (process->state() == QProcess::NotRunning) return process->deleteLater();
    process->setParent(nullptr); // its destructor would wait
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

} // namespace nest::ui
