package tender.core.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.RunningJob;
import tender.core.model.Time;

/** Small random snapshots: crowded, with many ties. */
public final class RandomSnapshots {
  private RandomSnapshots() {}

  /** Jobs without a promise, some of which are submitted later. */
  public static Snapshot draw(SplittableRandom random) {
    int processors = random.nextInt(1, 17);
    long nowMillis = random.nextInt(-20, 20);
    List<RunningJob> running = running(random, processors, nowMillis);
    List<Job> waiting = new ArrayList<>();
    int jobs = random.nextInt(0, 13);
    for (int i = 0; i < jobs; i++) {
      int tasks = random.nextInt(3) == 0 ? random.nextInt(1, 9) : 1;
      int width = random.nextInt(1, processors + 1);
      long durationMillis = random.nextInt(1, 12);
      long submittedMillis = nowMillis + random.nextInt(-6, random.nextInt(4) == 0 ? 8 : 1);
      long deadlineMillis =
          random.nextInt(4) == 0 ? Time.NEVER : submittedMillis + random.nextInt(1, 80);
      waiting.add(
          new Job(
              new JobId("j" + i), tasks, width, durationMillis, submittedMillis, deadlineMillis));
    }
    return new Snapshot(Cluster.of(processors), nowMillis, running, waiting);
  }

  /** The same with all jobs submitted, in which the EDF plan keeps every promise. */
  public static Snapshot drawKept(SplittableRandom random) {
    Snapshot drawn = draw(random);
    Plan plan = new EdfPlanner().plan(drawn);
    List<Job> waiting = new ArrayList<>();
    for (int i = 0; i < drawn.waiting().size(); i++) {
      Job job = drawn.waiting().get(i);
      if (plan.completionMillis(i) <= job.deadlineMillis()
          && job.submittedMillis() <= drawn.nowMillis()) {
        waiting.add(job);
      }
    }
    Snapshot kept = new Snapshot(drawn.cluster(), drawn.nowMillis(), drawn.running(), waiting);
    // Leaving jobs out can rarely delay others; then draw again.
    return PlanVerifier.verify(kept, new EdfPlanner().plan(kept)).isEmpty()
        ? kept
        : drawKept(random);
  }

  private static List<RunningJob> running(SplittableRandom random, int processors, long nowMillis) {
    List<RunningJob> running = new ArrayList<>();
    int free = processors;
    while (free > 0 && random.nextInt(3) > 0) {
      int width = random.nextInt(1, free + 1);
      // Some have exceeded their estimate.
      long endMillis = nowMillis + random.nextInt(-3, 15);
      running.add(
          new RunningJob(new JobId("r" + running.size()), width, nowMillis - 10, endMillis));
      free -= width;
    }
    return running;
  }
}
