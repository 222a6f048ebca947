#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The NEST Planner authors
# SPDX-License-Identifier: MIT
"""User CPU times of the benchmarks, and how they compare with another build or program.

  ratios.py BUILD               a table of medians, and how fast each series grows
  ratios.py BUILD_A BUILD_B     the ratios B / A of all benchmarks; above 1, B is slower
  ratios.py --command A B       the same for two whole commands, each in one argument

BUILD is a build folder, a benchmark program, or a file that one wrote with --benchmark_out=FILE. Programs run in turns,
A B A B ..., so that a change of the machine meets both; medians over the repetitions are compared. Benchmarks that only
one of the two has, or that fail, are named and nothing is compared.
"""

import argparse
import json
import math
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile

UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}


class Fault(Exception):
    """What is wrong, in one sentence."""


def program_of(build):
    """The benchmark program that a build folder or a path stands for."""
    path = os.path.join(build, "tests", "bench", "nest_bench") if os.path.isdir(build) else build
    if not os.path.isfile(path):
        raise Fault(f"{path} does not exist; configure with -DNEST_BENCH=ON and build nest_bench")
    return path


def times_in(report, source):
    """{name: [seconds, ...]} of a Google Benchmark report; one item per repetition."""
    times = {}
    for run in report.get("benchmarks", []):
        if run.get("run_type", "iteration") != "iteration":
            continue
        name = re.sub(r"/(manual_time|real_time|process_time|iterations:\d+|min_time:[\d.]+|repeats:\d+)", "", run["name"])
        if run.get("error_occurred"):
            raise Fault(f"{name} failed in {source}: {run.get('error_message', 'no reason given')}")
        # Manual times stand in the place of real ones: they are this program's user CPU time.
        field = "real_time" if "/manual_time" in run["name"] else "cpu_time"
        times.setdefault(name, []).append(run[field] * UNITS[run["time_unit"]])
    if not times:
        raise Fault(f"{source} has no benchmarks; is the filter right?")
    return times


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as fault:
        raise Fault(f"{path} is no benchmark report: {fault}") from None


def run_benchmarks(program, options):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "report.json")
        command = [os.path.abspath(program), f"--benchmark_out={out}", "--benchmark_out_format=json",
                   f"--benchmark_min_time={options.min_time}"]
        if options.filter:
            command.append(f"--benchmark_filter={options.filter}")
        try:
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        except OSError as fault:
            raise Fault(f"{program} cannot be run: {fault.strerror}") from None
        if done.returncode != 0:
            raise Fault(f"{program} ended with status {done.returncode}: {done.stderr.strip()[-300:]}")
        return times_in(load(out), program)


def user_seconds_of(command):
    """User CPU seconds of a command and of what it started and waited for."""
    try:
        child = subprocess.Popen(shlex.split(command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, ValueError, IndexError) as fault:
        raise Fault(f"'{command}' cannot be run: {fault}") from None
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise Fault(f"'{command}' ended with status {child.returncode}; nothing is compared")
    return {"command": [usage.ru_utime]}


def collect(sources, options):
    """The times of every source, measured in turns."""
    if options.command:
        runs = [lambda source=source: user_seconds_of(source) for source in sources]
    else:
        is_report = [source.endswith(".json") for source in sources]
        runs = [(lambda source=source: times_in(load(source), source)) if report else
                (lambda program=program_of(source): run_benchmarks(program, options))
                for source, report in zip(sources, is_report)]
    collected = [{} for _ in sources]
    for repetition in range(options.repetitions):
        for index, run in enumerate(runs):
            if repetition > 0 and not options.command and is_report[index]:
                continue
            for name, seconds in run().items():
                if options.command or re.search(options.filter, name):
                    collected[index].setdefault(name, []).extend(seconds)
        if repetition == 0:
            refuse_other_names(sources, collected)
    return collected


def refuse_other_names(sources, collected):
    if len(collected) < 2:
        return
    only = [sorted(set(collected[i]) - set(collected[1 - i])) for i in (0, 1)]
    if not any(only):
        return
    sentences = [f"only {sources[i]} has {', '.join(names)}" for i, names in enumerate(only) if names]
    raise Fault("the benchmarks are not the same: " + "; ".join(sentences) + "; name the common ones with --filter")


def text_of(seconds):
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def arguments_of(name):
    """("grid", {"side": 64.0, "stages": 7.0})"""
    parts = name.split("/")
    sizes = {part.split(":")[0]: float(part.split(":")[1]) for part in parts if re.fullmatch(r"\w+:[\d.]+", part)}
    return "/".join(part for part in parts if ":" not in part), sizes


def growth(name, before, medians):
    """The exponent p of time ~ size^p since the benchmark before, where exactly one size is another."""
    if before is None:
        return ""
    (series, sizes), (series_before, sizes_before) = arguments_of(name), arguments_of(before)
    changed = [size for size in sizes if sizes[size] != sizes_before.get(size)]
    if series != series_before or sizes.keys() != sizes_before.keys() or len(changed) != 1:
        return ""
    factor = sizes[changed[0]] / sizes_before[changed[0]]
    if max(factor, 1 / factor) < 1.25:
        return ""  # too near each other to say anything
    return f"{changed[0]}^{math.log(medians[name] / medians[before]) / math.log(factor):.2f}"


def table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]

    def line(row):
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        return "| " + " | ".join(cells) + " |"

    rule = "| " + " | ".join(["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]) + " |"
    return "\n".join([line(rows[0]), rule] + [line(row) for row in rows[1:]])


def report_one(times):
    medians = {name: max(statistics.median(seconds), 1e-12) for name, seconds in times.items()}
    rows, before = [["benchmark", "median", "least", "most", "growth"]], None
    for name, seconds in times.items():
        rows.append([name, text_of(medians[name]), text_of(min(seconds)), text_of(max(seconds)),
                     growth(name, before, medians)])
        before = name
    return table(rows)


def report_two(first, second):
    rows, logs = [["benchmark", "A", "B", "B / A", "least", "most"]], []
    for name, seconds in first.items():
        a, b = statistics.median(seconds), statistics.median(second[name])
        if a <= 0 or b <= 0:
            raise Fault(f"{name} took no measurable time; raise --min-time")
        logs.append(math.log(b / a))
        rows.append([name, text_of(a), text_of(b), f"{b / a:.3f}", f"{min(second[name]) / max(seconds):.3f}",
                     f"{max(second[name]) / max(min(seconds), 1e-12):.3f}"])
    return table(rows) + f"\n\nGeometric mean of B / A over {len(logs)}: {math.exp(statistics.fmean(logs)):.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="+", metavar="BUILD", help="one or two")
    parser.add_argument("--command", action="store_true", help="the two are commands to run")
    parser.add_argument("--filter", default="", help="only benchmarks whose name matches this expression")
    parser.add_argument("--repetitions", type=int, default=5, help="how often each runs (default: 5)")
    parser.add_argument("--min-time", type=float, default=0.1, help="least seconds per benchmark (default: 0.1)")
    options = parser.parse_args()
    if len(options.source) > 2 or (options.command and len(options.source) != 2):
        parser.error("give one or two builds, or --command with two commands")
    if options.repetitions < 1 or options.min_time <= 0:
        parser.error("--repetitions and --min-time are above 0")
    try:
        collected = collect(options.source, options)
        print(report_one(collected[0]) if len(collected) == 1 else report_two(*collected))
    except Fault as fault:
        print(f"ratios.py: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
