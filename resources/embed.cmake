# SPDX-FileCopyrightText: 2026 The NEST Planner authors
# SPDX-License-Identifier: MIT
# Writes OUT: a C++ file with the text of every JSON file below ROOT/presets and ROOT/schemas.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/presets/*.json ${ROOT}/schemas/*.json)
list(SORT files)
set(text "// Generated from resources/ by embed.cmake.\n#include \"embedded_files.h\"\n\nnamespace nest {\nconst std::map<std::string, std::string>& embedded_files() {\n    static const std::map<std::string, std::string> files{\n")
foreach(path ${files})
  file(READ ${ROOT}/${path} hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" escaped "${hex}")
  string(APPEND text "        {\"${path}\", \"${escaped}\"},\n")
endforeach()
string(APPEND text "    };\n    return files;\n}\n} // namespace nest\n")
file(WRITE ${OUT} "${text}")
