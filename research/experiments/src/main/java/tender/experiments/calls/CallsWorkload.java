package tender.experiments.calls;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.simulator.market.ExternalBag;
import tender.simulator.market.SimulatedLocalJob;
import tender.simulator.market.SiteConfig;
import tender.workload.random.SplitMix64;

/**
 * A synthetic market: clusters of 8 to 256 processors and three speeds, each with its own price and
 * its own load of local jobs, and bags that arrive while the clusters are in use. A part of the
 * bags has deadlines that only a few providers can meet.
 */
final class CallsWorkload {
  private static final int[] PROCESSORS = {8, 16, 32, 64, 128, 256};
  private static final int[] SPEEDS_PERMILLE = {700, 1_000, 1_500};
  private static final long HORIZON_MILLIS = 8 * Time.HOUR_MILLIS;
  private static final long FIRST_BAG_MILLIS = 2 * Time.HOUR_MILLIS;
  private static final double MIN_LOAD = 0.4;
  private static final double MAX_LOAD = 1.1;
  private static final long MIN_JOB_MILLIS = 20 * Time.MINUTE_MILLIS;
  private static final long MAX_JOB_MILLIS = 3 * Time.HOUR_MILLIS;
  private static final int MIN_PRICE_MILLICREDITS = 500;
  private static final int MAX_PRICE_MILLICREDITS = 2_000;
  private static final int MAX_TASKS = 400;
  private static final long MIN_TASK_MILLIS = 5 * Time.MINUTE_MILLIS;
  private static final long MAX_TASK_MILLIS = Time.HOUR_MILLIS;
  private static final double MIN_DEADLINE_FACTOR = 1.2;
  private static final double MAX_DEADLINE_FACTOR = 6;

  /** Tasks wider than the smallest clusters, so that not all of them can run every bag. */
  private static final int[] WIDTHS = {1, 1, 1, 4, 16};

  private CallsWorkload() {}

  static List<SiteConfig> sites(int count, long seed) {
    List<SiteConfig> sites = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SplitMix64 random = new SplitMix64(SplitMix64.at(seed, i));
      Cluster cluster = new Cluster(pick(random, PROCESSORS), pick(random, SPEEDS_PERMILLE));
      long price =
          MIN_PRICE_MILLICREDITS
              + (long) (random.nextDouble() * (MAX_PRICE_MILLICREDITS - MIN_PRICE_MILLICREDITS));
      sites.add(
          new SiteConfig(new ProviderId("p" + i), cluster, localJobs(random, cluster))
              .withPrice(new Money(price)));
    }
    return sites;
  }

  private static List<SimulatedLocalJob> localJobs(SplitMix64 random, Cluster cluster) {
    double load = MIN_LOAD + random.nextDouble() * (MAX_LOAD - MIN_LOAD);
    double workMillis = load * cluster.processors() * HORIZON_MILLIS;
    List<SimulatedLocalJob> jobs = new ArrayList<>();
    while (workMillis > 0) {
      long durationMillis = between(random, MIN_JOB_MILLIS, MAX_JOB_MILLIS);
      int width = (int) between(random, 1, Math.max(1, cluster.processors() / 2));
      long submittedMillis = (long) (random.nextDouble() * HORIZON_MILLIS);
      JobId id = new JobId("local" + jobs.size());
      // Local users wait: their deadlines are far enough to let bags in, and are kept.
      long deadlineMillis = submittedMillis + 4 * durationMillis;
      Job job = new Job(id, 1, width, durationMillis, submittedMillis, deadlineMillis);
      jobs.add(new SimulatedLocalJob(job, durationMillis));
      workMillis -= (double) width * durationMillis;
    }
    jobs.sort((one, other) -> Job.BY_ARRIVAL.compare(one.job(), other.job()));
    return jobs;
  }

  static List<ExternalBag> bags(int count, long seed) {
    SplitMix64 random = new SplitMix64(SplitMix64.mix(seed));
    List<ExternalBag> bags = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int tasks = (int) between(random, 1, MAX_TASKS);
      int width = pick(random, WIDTHS);
      long taskMillis = between(random, MIN_TASK_MILLIS, MAX_TASK_MILLIS);
      long submittedMillis = between(random, FIRST_BAG_MILLIS, HORIZON_MILLIS);
      double factor =
          MIN_DEADLINE_FACTOR + random.nextDouble() * (MAX_DEADLINE_FACTOR - MIN_DEADLINE_FACTOR);
      long deadlineMillis = submittedMillis + (long) (factor * taskMillis);
      Bag bag = new Bag(tasks, width, taskMillis, submittedMillis, deadlineMillis);
      bags.add(new ExternalBag(new BagId("bag" + i), bag, taskMillis));
    }
    bags.sort((one, other) -> Long.compare(submitted(one), submitted(other)));
    return bags;
  }

  private static long submitted(ExternalBag bag) {
    return bag.bag().submittedMillis();
  }

  private static int pick(SplitMix64 random, int[] values) {
    return values[(int) (random.nextDouble() * values.length)];
  }

  private static long between(SplitMix64 random, long min, long max) {
    return min + (long) (random.nextDouble() * (max - min + 1));
  }
}
