package tender.agent.estimate;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import tender.bagfile.ProfiledRuntimes;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Time;
import tender.protocol.BagDescription;

/**
 * Measures the speed of the cluster's processors at each start of the agent and once a day. The
 * batch system runs the benchmark like a bag's profiler, so that whatever slows tasks down, such as
 * a limit on processor time, slows the benchmark down as well.
 *
 * <p>It computes MD5 sums, because every Linux node can, no processor has instructions for it, and
 * each step needs the previous one, so that its time shows the speed of one processor and depends
 * little on the program's version.
 */
final class SpeedBenchmark {
  /** In the place of a bag's id. */
  static final BagId ID = new BagId("speed-benchmark");

  private static final Logger LOG = System.getLogger(SpeedBenchmark.class.getName());

  /** Time of one run on the reference processor, which computes 600 MB of sums in a second. */
  private static final long REFERENCE_MILLIS = 500;

  private static final int RUNS = 3;

  /** Including the time in the queue, because bags' profilers wait for the benchmark. */
  private static final long LIMIT_MILLIS = 2 * Time.MINUTE_MILLIS;

  private static final long RETRY_MILLIS = 30 * Time.MINUTE_MILLIS;

  /** Prints a run and its seconds, three times; each run reads 10 MB from memory 30 times. */
  private static final String SCRIPT =
      """
      head -c 10000000 /dev/zero >data || exit 1
      set --
      while [ $# -lt 30 ]; do set -- "$@" data; done
      for run in 0 1 2; do
        began=$(date +%s%N)
        md5sum "$@" >sums || exit 1
        millis=$((($(date +%s%N) - began) / 1000000))
        printf '%d %d.%03d\\n' $run $((millis / 1000)) $((millis % 1000))
      done
      """;

  private static final WorkOrder ORDER =
      new WorkOrder(
          WorkOrder.VERSION,
          "speed benchmark",
          "true",
          new TaskList.Count(RUNS),
          Optional.empty(),
          List.of(),
          List.of(),
          1,
          REFERENCE_MILLIS,
          0,
          Optional.of(SCRIPT));

  private final ProfilerRunner profilers;
  private final ClusterSpeed speed;
  private long nextMillis = -Time.LIMIT_MILLIS;

  SpeedBenchmark(ProfilerRunner profilers, ClusterSpeed speed) {
    this.profilers = profilers;
    this.speed = speed;
  }

  /** Starts the benchmark if it is due. Call it after each read of the queue. */
  void runIfDue(long nowMillis, Executor workers) {
    if (nowMillis >= nextMillis()) {
      setNext(nowMillis + Time.DAY_MILLIS);
      workers.execute(() -> run(nowMillis));
    }
  }

  private void run(long nowMillis) {
    try {
      ProfiledRuntimes times = profilers.run(ID, new BagDescription(ORDER, ""), LIMIT_MILLIS);
      speed.recordRuns(REFERENCE_MILLIS, times.millisByTask().values());
    } catch (ProfilerException | RuntimeException e) {
      LOG.log(Level.WARNING, "Speed benchmark failed; will retry: cause={0}", e.toString());
      setNext(nowMillis + RETRY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized long nextMillis() {
    return nextMillis;
  }

  private synchronized void setNext(long instantMillis) {
    nextMillis = instantMillis;
  }
}
