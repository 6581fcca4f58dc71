"""The environment of a measurement, which every file of figures includes, because figures mean little without it."""
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess


def first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    lines = (done.stdout + done.stderr).splitlines()
    return lines[0].strip() if lines else None


def field(file, name):
    try:
        found = re.search(rf"^{re.escape(name)}\s*:\s*(.+)$", pathlib.Path(file).read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        return None
    return found.group(1).strip() if found else None


def text_of(file):
    try:
        return pathlib.Path(file).read_text(encoding="utf-8").strip()
    except OSError:
        return None


def environment(pexplore):
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "processor": field("/proc/cpuinfo", "model name") or platform.machine(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_nodes": len(list(pathlib.Path("/sys/devices/system/node").glob("node[0-9]*"))) or 1,
        "memory": field("/proc/meminfo", "MemTotal"),
        "huge_pages": text_of("/sys/kernel/mm/transparent_hugepage/enabled"),
        "virtual": field("/proc/cpuinfo", "flags") is not None and " hypervisor" in field("/proc/cpuinfo", "flags"),
        "kernel": platform.release(),
        "pexplore": first_line([pexplore, "--version"]),
        "spin": first_line(["spin", "-V"]),
        "gcc": first_line(["gcc", "--version"]),
        "load_before": os.getloadavg()[0],
    }


def write_json(file, before, rows):
    """`before`: the result of environment() when the benchmark began."""
    pathlib.Path(file).write_text(json.dumps({"environment": before, "rows": rows}, indent=2) + "\n", encoding="utf-8")


def summary(before):
    return ", ".join(str(before[name]) for name in ("processor", "memory", "kernel", "pexplore", "spin") if before[name]) + \
        f"; {before['cores']} cores{', a virtual machine' if before['virtual'] else ''}"
