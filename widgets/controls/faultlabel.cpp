// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/faultlabel.h"

#include "controls/quantityfield.h"
#include "theme/theme.h"

namespace nest::ui {

FaultLabel::FaultLabel(QWidget* parent) : QLabel(parent) {
    setWordWrap(true);
    setProperty("role", QStringLiteral("fault")); // coloured by the style sheet
    setFont(axisFont());
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    hide();
}

void FaultLabel::watch(CheckedField* field) {
    m_fields << field;
    connect(field, &CheckedField::faultChanged, this, &FaultLabel::refresh);
    field->installEventFilter(this);
    refresh();
}

/// The faults of hidden fields don't count; they come and go with the fields.
bool FaultLabel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent) refresh();
    return QLabel::eventFilter(watched, event);
}

void FaultLabel::refresh() {
    QStringList lines;
    for (const CheckedField* field : std::as_const(m_fields))
        if (!field->fault().isEmpty() && field->isVisibleTo(parentWidget()))
            lines << QStringLiteral("%1: %2").arg(field->accessibleName(), field->fault());
    setText(lines.join(QLatin1Char('\n')));
    setVisible(!lines.isEmpty());
}

} // namespace nest::ui
