"""The sidecar: starts the broker, and again if it is killed, until Snakemake ends.

Its first line of output is the folder of the state, which Snakemake passes to the script that submits.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO, Any, List, Optional

from tender.errors import TenderError
from tender.market import Market

from tender_snakemake.broker import Broker, say
from tender_snakemake.settings import read_settings
from tender_snakemake.state import State

_RESTART_SECONDS = 1.0
_WAIT_SECONDS = 0.2
#: How long the next run of Snakemake waits for jobs of the last one that are being stopped.
_STOP_SECONDS = 60.0
_ENDING = False


def _end(_number: int, _frame: Any) -> None:
    global _ENDING
    _ENDING = True


def _lock(state: Path) -> Optional[IO[str]]:
    file = open(state / "sidecar.lock", "a", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


def _start_time(process: int) -> str:
    """Distinguishes a process from a later one with the same id; empty if it has ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[19]
    except (OSError, IndexError):
        return ""


def _sidecar(arguments: argparse.Namespace) -> int:
    """Watches Snakemake and the broker."""
    restart = arguments.restart is not None
    folder = Path(arguments.restart) if restart else Path.cwd() / ".snakemake" / "tender"
    folder.mkdir(parents=True, exist_ok=True)
    lock = _lock(folder)
    if lock is None:
        if not restart:
            print(f"tender: Another Snakemake uses {folder}. Wait until it has ended.", file=sys.stderr)
        return 0 if restart else 1
    if not restart:
        _write_snakemake(folder)
        if _start(arguments.profile, folder, "--forget", lock).wait() != 0:
            return 1
        print(folder, flush=True)
    while True:
        broker = _start(arguments.profile, folder, "--broker", lock)
        while broker.poll() is None:
            if _ENDING:
                broker.terminate()
                broker.wait()
            time.sleep(_WAIT_SECONDS)
        if broker.returncode == 0:
            return 0
        say(f"The broker ended with {broker.returncode}; starting it again.")
        time.sleep(_RESTART_SECONDS)


def _start(profile: str, folder: Path, mode: str, lock: IO[str]) -> subprocess.Popen[bytes]:
    """The broker keeps the lock if this process is killed."""
    command: List[str] = [sys.executable, "-m", "tender_snakemake", "--profile", profile, mode, str(folder)]
    # The first line of output is for Snakemake, so nothing else is printed before it.
    out = sys.stderr if mode == "--forget" else None
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, pass_fds=[lock.fileno()])


def _write_snakemake(folder: Path) -> None:
    """Writes which process is Snakemake: the parent."""
    (folder / "snakemake").write_text(f"{os.getppid()} {_start_time(os.getppid())}\n", "utf-8")


def _snakemake_runs(folder: Path) -> bool:
    process, started = (folder / "snakemake").read_text("utf-8").split()
    return _start_time(int(process)) == started


def _run_broker(profile: str, folder: Path, forget: bool) -> int:
    # Ctrl-C reaches all processes of the terminal; Snakemake then ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    state = State(folder)
    try:
        broker = Broker(state, read_settings(Path(profile) / "tender.yaml"), Market().transport)
        broker.recover()
        if not forget:
            broker.run(lambda: _ENDING or not _snakemake_runs(folder))
        elif broker.end():
            state.wait_until_stopped(_STOP_SECONDS)
            state.reset()
        else:
            return 1
    except TenderError as error:
        print(f"tender: {error}", file=sys.stderr, flush=True)
        return 1
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="tender-sidecar", description=__doc__)
    parser.add_argument("--profile", required=True, help="the folder with tender.yaml")
    parser.add_argument("--restart", metavar="STATE", help="continue after the sidecar was killed")
    parser.add_argument("--broker", metavar="STATE", help=argparse.SUPPRESS)
    parser.add_argument("--forget", metavar="STATE", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, _end)
    if arguments.broker or arguments.forget:
        return _run_broker(arguments.profile, Path(arguments.broker or arguments.forget), bool(arguments.forget))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return _sidecar(arguments)


if __name__ == "__main__":
    sys.exit(main())
