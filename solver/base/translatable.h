// SPDX-FileCopyrightText: 2026 The NEST Planner authors
// SPDX-License-Identifier: MIT
#pragma once

/// Marks a text that people see for translation while the solver stays free of Qt: the translation tools read the
/// macro's name, the compiler sees the plain literal. The window passes the literal to QCoreApplication::translate().
#ifndef QT_TRANSLATE_NOOP
#define QT_TRANSLATE_NOOP(context, text) text
#endif
