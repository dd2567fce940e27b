package tender.agent.execution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import tender.agent.batch.folder.PartFolder;
import tender.agent.tasks.PartChunks;
import tender.agent.tasks.PartIdentity;
import tender.agent.tasks.TaskTracker;
import tender.agent.tasks.TasksUpdate;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.provider.state.ReservedPart;

/**
 * Stops a part that has used the time that its price pays for: the estimate of a task times the
 * number of tasks. Tasks may differ, and failed attempts count. A tenth and some seconds more are
 * free, because starts and ends are not measured exactly.
 */
final class PaidLimit {
  private static final Logger LOG = System.getLogger(PaidLimit.class.getName());
  private static final long FREE_MILLIS = 10 * Time.SECOND_MILLIS;
  private static final int FREE_SHARE = 10;

  /** What is kept of a stopped task's error output. */
  private static final int MAX_TAIL_BYTES = 1 << 16;

  private final PartServices services;
  private final PartIdentity identity;
  private boolean isReached;

  PaidLimit(PartServices services, PartIdentity identity) {
    this.services = services;
    this.identity = identity;
  }

  /** Whether the part was stopped; it must not start further tasks. */
  boolean isReached() {
    return isReached;
  }

  /** Stops the part if it has used what is paid; returns the tasks that end by it. */
  TasksUpdate enforce(TaskTracker tracker, PartChunks chunks, ReservedPart part, long usedMillis) {
    if (isReached || !services.settings().isPaid() || tracker.unfinished().isEmpty()) {
      return TasksUpdate.NONE;
    }
    long limitMillis =
        limitMillis(
            part.tasks().size(), services.executor().paidTaskMillis(part.job(), tracker.order()));
    if (usedMillis <= limitMillis) {
      return TasksUpdate.NONE;
    }
    isReached = true;
    return stop(tracker, chunks, limitMillis);
  }

  /** How long all tasks of a part may run together. */
  static long limitMillis(int tasks, long paidTaskMillis) {
    long paidMillis = Math.min(Time.LIMIT_MILLIS, tasks * paidTaskMillis);
    return paidMillis + paidMillis / FREE_SHARE + FREE_MILLIS;
  }

  /** Ends all remaining tasks, with a reason that the user sees as the end of the error output. */
  private TasksUpdate stop(TaskTracker tracker, PartChunks chunks, long limitMillis) {
    LOG.log(
        Level.INFO,
        "Part stopped at its paid limit: millis={0}",
        Long.toString(limitMillis),
        identity.id());
    chunks
        .jobsByName()
        .forEach((name, jobs) -> services.executor().cancel(identity, name, TaskSet.first(jobs)));
    TaskSet stopped = tracker.unfinished();
    String reason =
        "\ntender: stopped at the paid limit: the tasks at this provider have used the "
            + limitMillis / Time.SECOND_MILLIS
            + " s that the agreed price pays for. Submit the remaining tasks with a longer runtime.\n";
    stopped.stream().forEach(task -> explain(task, reason));
    return tracker.endAll();
  }

  private void explain(int task, String reason) {
    PartFolder folder = identity.folder();
    try {
      folder.prepare(task);
      Path stderr = folder.controlFolder(task).resolve("stderr");
      Path explained = folder.controlFolder(task).resolve("stderr.explained");
      Files.deleteIfExists(explained);
      // A new file: the task still has the old one open, and would write over the reason.
      Files.writeString(explained, tail(stderr) + reason, StandardOpenOption.CREATE_NEW);
      Files.move(explained, stderr, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "Cannot explain a stopped task: cause={0}", e, identity.id());
    }
  }

  /** The end of a file; empty if there is none, or if the task has replaced it by a link. */
  private static String tail(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return "";
    }
    try (SeekableByteChannel channel = Files.newByteChannel(file, LinkOption.NOFOLLOW_LINKS)) {
      channel.position(Math.max(0, channel.size() - MAX_TAIL_BYTES));
      ByteBuffer bytes = ByteBuffer.allocate(MAX_TAIL_BYTES);
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      return StandardCharsets.UTF_8.decode(bytes.flip()).toString();
    }
  }
}
