package tender.agent.batch.host;

import java.io.IOException;
import java.util.List;

/** Kills all processes of a group, including orphaned processes. */
final class ProcessKiller {
  private static final int TIMES = 100;
  private static final long PAUSE_MILLIS = 10;

  private ProcessKiller() {}

  /** Waits until they are gone, but gives up on a process that the kernel does not end. */
  static void killAll(ControlGroupFolder group) throws IOException {
    List<Long> left = group.processes();
    for (int i = 0; i < TIMES && !left.isEmpty(); i++) {
      left.forEach(id -> ProcessHandle.of(id).ifPresent(ProcessHandle::destroyForcibly));
      pause();
      left = group.processes();
    }
  }

  static void awaitEmpty(ControlGroupFolder group) throws IOException {
    for (int i = 0; i < TIMES && !group.processes().isEmpty(); i++) {
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
