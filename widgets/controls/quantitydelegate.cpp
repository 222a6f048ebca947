// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#include "controls/quantitydelegate.h"

#include "controls/quantityfield.h"

#include <QKeyEvent>
#include <QToolTip>

namespace nest::ui {
namespace {

void sayFault(QWidget* field, const QString& fault) {
    QToolTip::showText(field->mapToGlobal(QPoint(0, field->height())), fault, field);
}

/// What would close the editor and drop its text.
bool closes(const QEvent& event) {
    if (event.type() == QEvent::KeyPress) {
        const int key = static_cast<const QKeyEvent&>(event).key();
        return key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Tab || key == Qt::Key_Backtab;
    }
    return event.type() == QEvent::FocusOut;
}

} // namespace

QWidget* QuantityDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const {
    const Range range = rangeOf(index);
    auto* field = new QuantityField(range.unit, parent);
    field->setAlignment(Qt::AlignRight);
    field->setRange(range.least, range.most);
    connect(field, &CheckedField::faultChanged, field, [field](const QString& fault) { sayFault(field, fault); });
    return field;
}

void QuantityDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const {
    static_cast<QuantityField*>(editor)->setValue(index.data(Qt::EditRole).toDouble());
}

void QuantityDelegate::setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const {
    auto* field = static_cast<QuantityField*>(editor);
    if (field->commit()) model->setData(index, field->value());
}

bool QuantityDelegate::eventFilter(QObject* object, QEvent* event) {
    auto* field = qobject_cast<QuantityField*>(object);
    if (!field || field->fault().isEmpty() || !closes(*event)) return FigureDelegate::eventFilter(object, event);
    sayFault(field, field->fault());
    return event->type() == QEvent::KeyPress; // losing the focus is the field's to know
}

} // namespace nest::ui
