package tender.agent.batch.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.EndedTask.EndReason;
import tender.agent.batch.LocalJob;
import tender.agent.batch.OwnTask;
import tender.core.model.Time;

/** What was submitted: an array of ours, or a local job, which is an array of one. */
final class ProcessJob {
  final String name;

  /** Whose processors it takes. */
  final String holder;

  /** Our array; null if it is a local job. */
  final @Nullable ArrayJob array;

  final int width;
  final long limitMillis;
  final int maxRunning;
  final long submittedMillis;
  final ProcessFactory processFactory;
  final BitSet waiting;
  final TreeMap<Integer, RunningProcess> running = new TreeMap<>();

  ProcessJob(
      String name,
      String holder,
      @Nullable ArrayJob array,
      int size,
      int width,
      long limitMillis,
      int atOnce,
      long submittedMillis,
      ProcessFactory process) {
    this.name = name;
    this.holder = holder;
    this.array = array;
    this.width = width;
    this.limitMillis = limitMillis;
    this.maxRunning = atOnce;
    this.submittedMillis = submittedMillis;
    this.processFactory = process;
    this.waiting = new BitSet();
    waiting.set(0, size);
  }

  boolean isArray(String named) {
    return array != null && name.equals(named);
  }

  boolean isLocal() {
    return array == null;
  }

  boolean isOver() {
    return waiting.isEmpty() && running.isEmpty();
  }

  boolean canStart() {
    return !waiting.isEmpty() && running.size() < maxRunning;
  }

  /** Puts a task where it belongs in the queue. */
  void addTo(int index, long startedMillis, List<LocalJob> local, List<OwnTask> own) {
    boolean isRunning = startedMillis != Time.NEVER;
    if (isLocal()) {
      local.add(
          new LocalJob(
              name, width, isRunning, submittedMillis, startedMillis, limitMillis, Time.NEVER));
    } else {
      own.add(new OwnTask(name, index, isRunning, startedMillis));
    }
  }

  /** What a process says to nobody is thrown away. */
  static ProcessBuilder withoutOutput(ProcessBuilder builder) {
    return builder
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  /** Makes a task's process. */
  @FunctionalInterface
  interface ProcessFactory {
    ProcessBuilder create(int index) throws IOException;
  }

  /** A task that has a process. */
  static final class RunningProcess {
    final ProcessHandle handle;
    final long startedMillis;
    private final Supplier<List<ProcessHandle>> processes;

    /** Why we stopped it, if we did. */
    private @Nullable EndReason stopReason;

    /**
     * @param others all processes that are there because of it
     */
    RunningProcess(ProcessHandle handle, long startedMillis, Supplier<List<ProcessHandle>> others) {
      this.handle = handle;
      this.startedMillis = startedMillis;
      this.processes = others;
    }

    Optional<EndReason> stopReason() {
      return Optional.ofNullable(stopReason);
    }

    /** Asks all its processes to end, the script first: it is to know when the others do. */
    void stop(EndReason why) {
      if (stopReason == null) {
        stopReason = why;
      }
      List<ProcessHandle> all = processes.get();
      handle.destroy();
      all.stream().filter(other -> !other.equals(handle)).forEach(ProcessHandle::destroy);
    }

    /** Ends what did not end when it was asked. */
    void kill() {
      processes.get().forEach(ProcessHandle::destroyForcibly);
      handle.destroyForcibly();
    }
  }
}
