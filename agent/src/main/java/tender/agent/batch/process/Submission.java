package tender.agent.batch.process;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tender.agent.batch.EndedTask.Why;

/** What was submitted: an array of ours, or a local job, which is an array of one. */
final class Submission {
  final String name;
  final boolean local;
  final int width;
  final long limitMillis;
  final int atOnce;
  final long submittedMillis;
  final IntFunction<ProcessBuilder> process;
  final BitSet waiting;
  final TreeMap<Integer, Running> running = new TreeMap<>();

  Submission(
      String name,
      boolean local,
      int size,
      int width,
      long limitMillis,
      int atOnce,
      long submittedMillis,
      IntFunction<ProcessBuilder> process) {
    this.name = name;
    this.local = local;
    this.width = width;
    this.limitMillis = limitMillis;
    this.atOnce = atOnce;
    this.submittedMillis = submittedMillis;
    this.process = process;
    this.waiting = new BitSet();
    waiting.set(0, size);
  }

  boolean isOver() {
    return waiting.isEmpty() && running.isEmpty();
  }

  boolean wantsToStart() {
    return !waiting.isEmpty() && running.size() < atOnce;
  }

  /** A task that has a process. */
  static final class Running {
    final ProcessHandle handle;
    final long startedMillis;

    /** Why we stopped it, if we did. */
    private @Nullable Why stoppedFor;

    Running(ProcessHandle handle, long startedMillis) {
      this.handle = handle;
      this.startedMillis = startedMillis;
    }

    Optional<Why> stoppedFor() {
      return Optional.ofNullable(stoppedFor);
    }

    /** Asks all its processes to end, the script first: it is to know when the others do. */
    void stop(Why why) {
      if (stoppedFor == null) {
        stoppedFor = why;
      }
      List<ProcessHandle> descendants = handle.descendants().toList();
      handle.destroy();
      descendants.forEach(ProcessHandle::destroy);
    }

    /** Ends what did not end when it was asked. */
    void kill() {
      handle.descendants().forEach(ProcessHandle::destroyForcibly);
      handle.destroyForcibly();
    }
  }
}
