// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

#include "charts/chart.h"

namespace nest::ui {

/// The value behind a cell of a chart's table, found by its heading; invalid where there is none.
inline QVariant twin(Chart& chart, int row, const char* header) {
    const QAbstractTableModel* table = chart.table();
    for (int column = 0; column < table->columnCount(); ++column)
        if (table->headerData(column, Qt::Horizontal).toString() == QLatin1String(header))
            return table->index(row, column).data(Qt::UserRole);
    return {};
}

} // namespace nest::ui
