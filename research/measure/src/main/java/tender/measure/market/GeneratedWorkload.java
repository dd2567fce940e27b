package tender.measure.market;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Bags and local jobs from a seed, the same for each policy: users and bags request three times the
 * time that their jobs and tasks take.
 *
 * @param local in order of submission
 * @param bags in order of submission
 */
record GeneratedWorkload(List<LocalJob> local, List<Bag> bags) {
  static final long LIMIT_TIMES_RUN = 3;

  private static final int SECONDS = 120;
  private static final int LOCAL_EVERY_SECONDS = 7;
  private static final int LOCAL_RUN_SECONDS = 20;
  private static final int BAGS = 5;
  private static final int FIRST_BAG_SECONDS = 10;
  private static final int BAG_EVERY_SECONDS = 20;
  private static final int TASK_SECONDS = 10;

  /** A job of a local user. */
  record LocalJob(int atSeconds, int cluster, int width, int runSeconds) {}

  /** A bag. */
  record Bag(int atSeconds, int tasks, int runSeconds) {}

  static GeneratedWorkload draw(long seed, int clusters) {
    Random random = new Random(seed);
    List<LocalJob> local = new ArrayList<>();
    for (int second = 0; second < SECONDS; second++) {
      for (int cluster = 0; cluster < clusters; cluster++) {
        if (random.nextInt(LOCAL_EVERY_SECONDS) == 0) {
          // Slurm counts limits in minutes, so all jobs run for a third of a minute.
          local.add(new LocalJob(second, cluster, 1 + random.nextInt(4), LOCAL_RUN_SECONDS));
        }
      }
    }
    List<Bag> bags = new ArrayList<>();
    for (int bag = 0; bag < BAGS; bag++) {
      bags.add(
          new Bag(
              FIRST_BAG_SECONDS + bag * BAG_EVERY_SECONDS, 16 + random.nextInt(17), TASK_SECONDS));
    }
    return new GeneratedWorkload(local, bags);
  }
}
