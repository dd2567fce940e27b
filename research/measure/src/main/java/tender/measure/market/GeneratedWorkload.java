package tender.measure.market;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Bags and local jobs from a seed, the same for each policy: users and bags request three times the
 * time that their jobs and tasks take. Bags are of very different lengths, from one short task to
 * dozens of long ones, because coordination matters only where bags differ. Hours of a real market
 * are compressed into minutes by short tasks.
 *
 * @param local in order of submission
 * @param bags in order of submission
 */
record GeneratedWorkload(List<LocalJob> local, List<Bag> bags) {
  static final long LIMIT_TIMES_RUN = 3;

  private static final double BAG_EVERY_SECONDS = 3.4;
  private static final int MAX_TASKS = 24;
  private static final int MIN_TASK_SECONDS = 2;
  private static final int MAX_TASK_SECONDS = 16;
  private static final double LOCAL_EVERY_SECONDS = 7;
  private static final int MAX_LOCAL_WIDTH = 4;

  /** Slurm counts limits in minutes, so local jobs run for a third of a minute. */
  private static final int LOCAL_RUN_SECONDS = 20;

  /** A job of a local user. */
  record LocalJob(double atSeconds, int cluster, int width, int runSeconds) {}

  /** A bag. */
  record Bag(double atSeconds, int tasks, int runSeconds) {}

  static GeneratedWorkload draw(long seed, int clusters, int bagCount) {
    Random random = new Random(seed);
    List<Bag> bags = new ArrayList<>();
    double second = 0;
    for (int bag = 0; bag < bagCount; bag++) {
      second += exponential(random, BAG_EVERY_SECONDS);
      bags.add(
          new Bag(
              second,
              logUniform(random, 1, MAX_TASKS),
              logUniform(random, MIN_TASK_SECONDS, MAX_TASK_SECONDS)));
    }
    List<LocalJob> local = new ArrayList<>();
    for (double at = 0; at < second; at += exponential(random, LOCAL_EVERY_SECONDS)) {
      int width = 1 + random.nextInt(MAX_LOCAL_WIDTH);
      local.add(new LocalJob(at, random.nextInt(clusters), width, LOCAL_RUN_SECONDS));
    }
    return new GeneratedWorkload(local, bags);
  }

  private static double exponential(Random random, double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  private static int logUniform(Random random, int low, int high) {
    return (int) Math.round(low * Math.pow((double) high / low, random.nextDouble()));
  }
}
