// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "dialogs/aboutdialog.h"

#include "theme/theme.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace nest::ui {

AboutDialog::AboutDialog(QWidget* parent) : QDialog(parent), m_text(new QLabel(this)) {
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::RichText);
    m_text->setOpenExternalLinks(true);
    m_text->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_text->setMinimumWidth(460);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(24, 24, 24, 16);
    layout->setSpacing(metrics::gap);
    layout->addWidget(m_text);
    layout->addWidget(buttons);
    retranslate();
}

void AboutDialog::retranslate() {
    setWindowTitle(tr("About NEST Planner"));
    const QStringList paragraphs{
        QStringLiteral("<span style=\"font-size:22px; font-weight:600\">NEST Planner</span> &nbsp; %1")
            .arg(QStringLiteral(NEST_VERSION)),
        tr("Plans how to spread the training of a neural network over a cluster, and proves how good the plan is."),
        tr("An independent implementation of ideas of the paper NEST (MLSys 2026); not affiliated with its authors."),
        tr("The sources are under the MIT licence. This program as built is distributed under the GNU General Public "
           "License, version 3 or later, because it is linked with QCustomPlot."),
        tr("Built with Qt %1 (LGPL-3.0), QCustomPlot (GPL-3.0-or-later) and JSON for Modern C++ (MIT).")
            .arg(QString::fromLatin1(qVersion())),
    };
    m_text->setText(QStringLiteral("<p>") + paragraphs.join(QStringLiteral("</p><p>")) + QStringLiteral("</p>"));
}

void AboutDialog::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) retranslate();
    QDialog::changeEvent(event);
}

} // namespace nest::ui
