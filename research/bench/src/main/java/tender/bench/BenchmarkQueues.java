package tender.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;
import tender.core.model.Time;
import tender.core.plan.ConservativePlanner;
import tender.core.plan.Plan;
import tender.core.plan.Planner;
import tender.core.plan.Snapshot;

/**
 * A busy machine with a long queue, the same in every run: widths are mostly small powers of two,
 * durations are uniform in their logarithm from a minute to eighteen hours, as in workload logs.
 */
final class BenchmarkQueues {
  private static final int PROCESSORS = 1_024;

  private BenchmarkQueues() {}

  /** No waiting job has a promise. */
  static Snapshot withoutPromises(int jobs) {
    SplittableRandom random = new SplittableRandom(42);
    List<RunningJob> running = new ArrayList<>();
    int free = PROCESSORS;
    while (free > 0) {
      int width = Math.min(free, width(random));
      running.add(new RunningJob(new JobId("r" + running.size()), width, -1, duration(random)));
      free -= width;
    }
    List<Job> waiting = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      waiting.add(
          Job.rigid(
              new JobId(String.valueOf(i)), width(random), duration(random), i - jobs, Time.NEVER));
    }
    return new Snapshot(Cluster.of(PROCESSORS), 0, running, waiting);
  }

  /**
   * Each job has a promise: its completion in a plan by order of arrival, or 18 hours or 10 days
   * later. Promises without slack are realistic: they are made when the requested deadline is
   * infeasible.
   */
  static Snapshot withPromises(int jobs) {
    Snapshot snapshot = withoutPromises(jobs);
    Planner planner = ConservativePlanner.withCompression();
    Plan plan = planner.plan(snapshot);
    long[] slackMillis = {0, 18 * Time.HOUR_MILLIS, 10 * Time.DAY_MILLIS};
    SplittableRandom random = new SplittableRandom(43);
    List<Job> waiting = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      Job job = snapshot.waiting().get(i);
      waiting.add(
          Job.rigid(
              job.id(),
              job.width(),
              job.durationMillis(),
              job.submittedMillis(),
              plan.completionMillis(i) + slackMillis[random.nextInt(3)]));
    }
    return new Snapshot(snapshot.cluster(), 0, snapshot.running(), waiting);
  }

  private static int width(SplittableRandom random) {
    int width = 1 << Math.min(random.nextInt(9), random.nextInt(9));
    return random.nextInt(4) == 0 ? Math.max(1, width - random.nextInt(width)) : width;
  }

  private static long duration(SplittableRandom random) {
    double logarithm = random.nextDouble(Math.log(60), Math.log(18 * 3600));
    return Math.round(Math.exp(logarithm)) * Time.SECOND_MILLIS;
  }
}
