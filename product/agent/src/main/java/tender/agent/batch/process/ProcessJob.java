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
import tender.agent.batch.NodeAllocation;
import tender.agent.batch.OwnTask;
import tender.core.model.Time;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** A submitted job: one of the agent's arrays, or a local job, which is an array of one task. */
final class ProcessJob {
  final String name;

  /** The holder whose processors the job uses. */
  final String holder;

  /** The agent's array; null for a local job. */
  final @Nullable ArrayJob array;

  /** What each of its tasks uses. */
  final ResourceAmounts amounts;

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
      ResourceAmounts amounts,
      long limitMillis,
      int maxRunning,
      long submittedMillis,
      ProcessFactory processFactory) {
    this.name = name;
    this.holder = holder;
    this.array = array;
    this.amounts = amounts;
    this.limitMillis = limitMillis;
    this.maxRunning = maxRunning;
    this.submittedMillis = submittedMillis;
    this.processFactory = processFactory;
    this.waiting = new BitSet();
    waiting.set(0, size);
  }

  boolean isArray(String named) {
    return array != null && name.equals(named);
  }

  boolean isLocal() {
    return array == null;
  }

  /** Whether no other job may run beside one of its tasks. */
  boolean isExclusive() {
    return array != null && array.request().filter(TaskRequest::exclusive).isPresent();
  }

  boolean isDone() {
    return waiting.isEmpty() && running.isEmpty();
  }

  boolean canStart() {
    return !waiting.isEmpty() && running.size() < maxRunning;
  }

  /** Adds a task to the matching list of the queue. */
  void addTo(
      int index, long startedMillis, MachineUse machine, List<LocalJob> local, List<OwnTask> own) {
    boolean isRunning = startedMillis != Time.NEVER;
    Optional<NodeAllocation> allocation = machine.allocation(this, isRunning);
    if (isLocal()) {
      local.add(
          new LocalJob(
              name,
              amounts.processors(),
              isRunning,
              submittedMillis,
              startedMillis,
              limitMillis,
              Time.NEVER,
              allocation));
    } else {
      own.add(
          new OwnTask(
              name, index, isRunning, startedMillis, isRunning ? allocation : Optional.empty()));
    }
  }

  /** Discards the process's output. */
  static ProcessBuilder withoutOutput(ProcessBuilder builder) {
    return builder
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  /** Creates the process of a task. */
  @FunctionalInterface
  interface ProcessFactory {
    ProcessBuilder create(int index) throws IOException;
  }

  /** The script itself exits with less than 128; a signal that ended it adds 128. */
  static EndReason endReason(int exitCode) {
    return exitCode > 128 ? EndReason.LOST : EndReason.BROKEN;
  }

  /** A running task's process. */
  static final class RunningProcess {
    final ProcessHandle handle;
    final long startedMillis;
    private final Supplier<List<ProcessHandle>> processes;

    /** Why this program stopped it, if it did. */
    private @Nullable EndReason stopReason;

    /** The task's processes when they were last observed. */
    private List<ProcessHandle> observed = List.of();

    /**
     * @param processes all processes that belong to the task
     */
    RunningProcess(
        ProcessHandle handle, long startedMillis, Supplier<List<ProcessHandle>> processes) {
      this.handle = handle;
      this.startedMillis = startedMillis;
      this.processes = processes;
    }

    Optional<EndReason> stopReason() {
      return Optional.ofNullable(stopReason);
    }

    /**
     * Sends a termination signal to all processes, the script first, so that it records the stop.
     */
    void stop(EndReason reason) {
      if (stopReason == null) {
        stopReason = reason;
      }
      List<ProcessHandle> all = processes.get();
      handle.destroy();
      all.stream().filter(other -> !other.equals(handle)).forEach(ProcessHandle::destroy);
    }

    /** Notes the task's processes, while the script can still be found as their ancestor. */
    void observe() {
      observed = processes.get();
    }

    /**
     * Kills the processes that remain after the script has ended: a task that kills its script
     * would otherwise run on without being measured.
     */
    void killRemaining() {
      for (ProcessHandle process : observed) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }

    /** Kills the processes that ignored the termination signal. */
    void kill() {
      processes.get().forEach(ProcessHandle::destroyForcibly);
      handle.destroyForcibly();
    }
  }
}
