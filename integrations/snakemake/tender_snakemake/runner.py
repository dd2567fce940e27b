"""Runs jobs at a provider, one after the other. It is copied to the workflow's folder and must not import the package.

A job that has already ended does not run again: a task can run twice, if the market has lost contact to its provider. Its
lock makes a second attempt wait for the first. Snakemake is loaded once for all jobs of a task.
"""

import fcntl
import importlib
import json
import os
import signal
import sys
import time
import traceback

child = 0

# What Snakemake 7 imports only when it runs a job: nine tenths of the processor time of a job that does little else.
LAZILY_IMPORTED = ("smart_open", "pulp", "yaml", "throttler")


def stop(number, frame):
    # The provider stops the task, and the market runs it again: no job has failed.
    if child:
        os.kill(child, signal.SIGTERM)
    os._exit(128 + number)


def touch(path):
    # The folder of an earlier run of Snakemake may be gone.
    if os.path.isdir(os.path.dirname(path)):
        open(path, "a").close()


def mark(stem, ending, marker):
    open(stem + ending, "w").close()
    touch(marker)


def exit_code(status):
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def load_snakemake():
    """Loads it before the fork, so that the jobs of a task share that."""
    import snakemake  # noqa: F401

    for name in LAZILY_IMPORTED:
        try:
            importlib.import_module(name)
        except Exception:
            pass  # Snakemake reports it if it needs the module.


def run_snakemake(job):
    os.chdir(job["folder"])
    sys.argv = ["snakemake"] + job["arguments"]
    from snakemake import main

    main(job["arguments"])


def run_child(job, stem, warm):
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    if not warm:
        script = job["script"].replace(job["finished"], "/dev/null").replace(job["failed"], "/dev/null")
        os.execv("/bin/sh", ["/bin/sh", "-c", script])
    code = 1
    try:
        run_snakemake(job)
        code = 0
    except SystemExit as exit:
        code = exit.code if isinstance(exit.code, int) else int(exit.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def run(folder, id):
    """Returns the exit code of a job."""
    global child
    stem = os.path.join(folder, id)
    with open(stem + ".json") as file:
        job = json.load(file)
    with open(stem + ".lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if os.path.exists(stem + ".done"):
            touch(job["finished"])
            return 0
        if os.path.exists(stem + ".failed"):
            touch(job["failed"])
            return 1
        warm = job["folder"] is not None
        if warm:
            load_snakemake()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            run_child(job, stem, warm)
        code = exit_code(os.waitpid(child, 0)[1])
        child = 0
        if code != 0:
            # If the provider stops the task, the signal may reach the job before this process.
            time.sleep(1)
        mark(stem, ".done" if code == 0 else ".failed", job["finished" if code == 0 else "failed"])
        return code


def main():
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "jobs")
    codes = [run(folder, id) for id in sys.argv[1].split(" ")]
    sys.exit(next((code for code in codes if code != 0), 0))


if __name__ == "__main__":
    main()
