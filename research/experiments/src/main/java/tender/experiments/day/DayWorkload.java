package tender.experiments.day;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Bag;
import tender.core.model.Cluster;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.workload.random.SplitMix64;

/**
 * Random providers and bags. Clusters have 8 to 256 processors, small ones more often, of three
 * speeds; prices and local loads are uniform. Numbers of tasks and run times are log-uniform, so
 * that small bags are frequent and large ones have most of the work. A hundred bags a day for each
 * provider use, together with the local jobs, about three quarters of all processor time.
 */
final class DayWorkload {
  /** Local jobs arrive before the first bag, so that it does not find empty clusters. */
  static final long WARM_UP_MILLIS = 24 * Time.HOUR_MILLIS;

  private static final int[] PROCESSORS = {8, 16, 32, 64, 128, 256};
  private static final int[] PROCESSORS_WEIGHTS = {6, 5, 4, 3, 2, 1};
  private static final int[] SPEEDS_PERMILLE = {700, 1_000, 1_500};
  private static final double MIN_PRICE_MILLICREDITS = 500;
  private static final double MAX_PRICE_MILLICREDITS = 2_000;
  private static final double MIN_LOCAL_LOAD = 0.2;
  private static final double MAX_LOCAL_LOAD = 0.8;
  private static final int MAX_TASKS = 50;
  private static final int[] WIDTHS = {1, 4, 16};
  private static final int[] WIDTHS_WEIGHTS = {45, 4, 1};
  private static final double MIN_TASK_MILLIS = 2.0 * Time.MINUTE_MILLIS;
  private static final double MAX_TASK_MILLIS = 35.0 * Time.MINUTE_MILLIS;
  private static final double MIN_DEADLINE_FACTOR = 1.2;
  private static final double MAX_DEADLINE_FACTOR = 6;

  private DayWorkload() {}

  static List<DayProvider> providers(int count, long seed) {
    List<DayProvider> providers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      SplitMix64 random = new SplitMix64(SplitMix64.at(seed, i));
      Cluster cluster =
          new Cluster(
              pick(random, PROCESSORS, PROCESSORS_WEIGHTS),
              SPEEDS_PERMILLE[(int) (random.nextDouble() * SPEEDS_PERMILLE.length)]);
      Money price =
          new Money((long) uniform(random, MIN_PRICE_MILLICREDITS, MAX_PRICE_MILLICREDITS));
      double localLoad = uniform(random, MIN_LOCAL_LOAD, MAX_LOCAL_LOAD);
      LocalArrivals arrivals = new LocalArrivals(cluster.processors(), localLoad, random);
      providers.add(new DayProvider(new ProviderId("p" + i), cluster, price, arrivals));
    }
    return providers;
  }

  /** One of a number of bags; a bag with a higher number is not submitted earlier. */
  static DayBag bag(int number, int count, long seed) {
    SplitMix64 random = new SplitMix64(SplitMix64.at(SplitMix64.mix(seed), number));
    double share = (number + random.nextDouble()) / count;
    long submittedMillis = WARM_UP_MILLIS + DayRhythm.instantMillis(share);
    int tasks = (int) logUniform(random, 1, MAX_TASKS + 1.0);
    int width = pick(random, WIDTHS, WIDTHS_WEIGHTS);
    long taskMillis = (long) logUniform(random, MIN_TASK_MILLIS, MAX_TASK_MILLIS);
    double factor = uniform(random, MIN_DEADLINE_FACTOR, MAX_DEADLINE_FACTOR);
    long deadlineMillis = submittedMillis + (long) (factor * taskMillis);
    return new DayBag(number, new Bag(tasks, width, taskMillis, submittedMillis, deadlineMillis));
  }

  static double uniform(SplitMix64 random, double min, double max) {
    return min + random.nextDouble() * (max - min);
  }

  static double logUniform(SplitMix64 random, double min, double max) {
    return min * Math.pow(max / min, random.nextDouble());
  }

  private static int pick(SplitMix64 random, int[] values, int[] weights) {
    double left = 0;
    for (int weight : weights) {
      left += weight;
    }
    left *= random.nextDouble();
    int index = 0;
    while (index < values.length - 1 && left >= weights[index]) {
      left -= weights[index];
      index++;
    }
    return values[index];
  }
}
