# SPDX-FileCopyrightText: 2026 The NEST Planner authors
# SPDX-License-Identifier: MIT
"""ratios.py on reports whose ratios are known."""

import json
import os
import subprocess
import sys
import tempfile
import unittest

RATIOS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ratios.py")


def run(name, seconds, **more):
    # For a manual time, the CPU time of the report is not the one to compare: here it would say the contrary.
    return {"name": name, "run_type": "iteration", "real_time": seconds * 1e3, "cpu_time": 1e3 / seconds,
            "time_unit": "ms", **more}


class Ratios(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self):
        self.folder.cleanup()

    def report(self, name, runs):
        path = os.path.join(self.folder.name, name + ".json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"benchmarks": runs}, file)
        return path

    def ratios(self, *arguments):
        done = subprocess.run([sys.executable, RATIOS, *arguments], capture_output=True, text=True, check=False)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def cells(self, text, name):
        line = next(line for line in text.splitlines() if line.startswith(f"| {name} "))
        return [cell.strip() for cell in line.strip("|").split("|")]

    def test_median_of_repetitions(self):
        # An outlier on either side does not count: 2 s against 3 s.
        a = self.report("a", [run("x/manual_time", s) for s in (2, 2, 50)])
        b = self.report("b", [run("x/manual_time", s) for s in (3, 0.01, 3)])
        done = self.ratios(a, b)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.cells(done.stdout, "x")[1:4], ["2 s", "3 s", "1.500"])

    def test_geometric_mean(self):
        a = self.report("a", [run("x/manual_time", 1), run("y/manual_time", 1)])
        b = self.report("b", [run("x/manual_time", 4), run("y/manual_time", 1)])
        self.assertIn("over 2: 2.000", self.ratios(a, b).stdout)

    def test_growth_of_a_series(self):
        a = self.report("a", [run(f"x/n:{n}/k:3/manual_time", n * n) for n in (2, 4, 8)])
        done = self.ratios(a)
        self.assertEqual(self.cells(done.stdout, "x/n:2/k:3")[4], "")
        self.assertEqual(self.cells(done.stdout, "x/n:8/k:3")[4], "n^2.00")

    def test_other_names_are_refused(self):
        a = self.report("a", [run("same/manual_time", 1), run("old/manual_time", 1)])
        b = self.report("b", [run("same/manual_time", 1), run("new/manual_time", 1)])
        done = self.ratios(a, b)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("not the same", done.stderr)
        self.assertIn(f"only {a} has old", done.stderr)
        self.assertIn(f"only {b} has new", done.stderr)

    def test_the_named_ones_are_compared(self):
        a = self.report("a", [run("same/manual_time", 1), run("old/manual_time", 1)])
        b = self.report("b", [run("same/manual_time", 2)])
        done = self.ratios(a, b, "--filter", "same")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.cells(done.stdout, "same")[3], "2.000")

    def test_failed_benchmarks_are_named(self):
        a = self.report("a", [run("x/manual_time", 1, error_occurred=True, error_message="no proven optimum")])
        done = self.ratios(a)
        self.assertEqual(done.returncode, 1)
        self.assertIn("x failed", done.stderr)
        self.assertIn("no proven optimum", done.stderr)

    def test_commands(self):
        quick = f"{sys.executable} -c 'sum(range(10**5))'"
        slow = f"{sys.executable} -c 'sum(range(10**7))'"
        done = self.ratios("--command", quick, slow, "--repetitions", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(float(self.cells(done.stdout, "command")[3]), 1)
        done = self.ratios("--command", quick, f"{sys.executable} -c 'import sys; sys.exit(3)'")
        self.assertEqual(done.returncode, 1)
        self.assertIn("status 3", done.stderr)

    def test_what_is_not_there(self):
        done = self.ratios(os.path.join(self.folder.name))
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not exist", done.stderr)


if __name__ == "__main__":
    unittest.main()
