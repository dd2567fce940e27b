package tender.agent.batch.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tender.core.model.Time;

/** Finds the process that claimed a task, if it still runs. */
final class ClaimProcessFinder {
  private ClaimProcessFinder() {}

  /** A process with the claim's id that started after the claim was made is a different one. */
  static Optional<ProcessHandle> find(Path claim, long claimedMillis) throws IOException {
    String pid = Files.readString(claim).strip().split(" ", 2)[0];
    return pid.matches("\\d{1,18}")
        ? ProcessHandle.of(Long.parseLong(pid)).filter(found -> isFrom(found, claimedMillis))
        : Optional.empty();
  }

  private static boolean isFrom(ProcessHandle process, long instantMillis) {
    return process
        .info()
        .startInstant()
        .filter(started -> started.toEpochMilli() <= instantMillis + Time.SECOND_MILLIS)
        .isPresent();
  }
}
