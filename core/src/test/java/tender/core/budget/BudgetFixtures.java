package tender.core.budget;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.profile.ArrayProfile;

/** Tasks, queues and random problems for tests. */
public final class BudgetFixtures {
  private BudgetFixtures() {}

  /** Tasks with these run times in seconds on the reference processor. */
  public static List<BudgetTask> tasks(int... seconds) {
    List<BudgetTask> tasks = new ArrayList<>();
    for (int length : seconds) {
      tasks.add(new BudgetTask(tasks.size(), length * 1_000L));
    }
    return tasks;
  }

  /** An idle queue with a speed relative to the reference and a price in credits per second. */
  public static QueueReport queue(String name, int processors, int speed, int perSecond) {
    return new QueueReport(
        new QueueId(new ProviderId(name), 0),
        new Cluster(processors, speed * 1_000),
        new Money(perSecond * Time.HOUR_MILLIS),
        List.of(new FreeSlot(0, Time.NEVER, processors)));
  }

  public static Constraint within(long seconds, long credits) {
    return new Constraint(seconds * 1_000, new Money(credits * 1_000));
  }

  public static BudgetProblem drawProblem(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<BudgetTask> tasks = new ArrayList<>();
    int count = 1 + random.nextInt(20);
    for (int number = 0; number < count; number++) {
      tasks.add(new BudgetTask(number, 1 + random.nextInt(300_000)));
    }
    List<QueueReport> queues = new ArrayList<>();
    int queueCount = 1 + random.nextInt(6);
    for (int number = 0; number < queueCount; number++) {
      queues.add(drawQueue("q" + number, random));
    }
    BudgetBounds bounds = BudgetBounds.of(tasks, queues);
    Constraint constraint =
        new Constraint(
            bounds.withinMillis(random.nextDouble(-0.1, 1.2)),
            bounds.budget(random.nextDouble(-0.2, 1.2)));
    return new BudgetProblem(0, tasks, queues, constraint);
  }

  private static QueueReport drawQueue(String name, SplittableRandom random) {
    int processors = 1 + random.nextInt(5);
    List<FreeSlot> slots = new ArrayList<>();
    for (int slot = 0; slot < 3; slot++) {
      long fromMillis = random.nextInt(200_000);
      slots.add(
          new FreeSlot(
              fromMillis,
              slot == 0 ? Time.NEVER : fromMillis + 1 + random.nextInt(200_000),
              1 + random.nextInt(processors)));
    }
    return new QueueReport(
        new QueueId(new ProviderId(name), 0),
        new Cluster(processors, 500 * (1 + random.nextInt(8))),
        new Money(1_000L * (1 + random.nextInt(8))),
        slots);
  }

  static ArrayProfile drawProfile(SplittableRandom random) {
    ArrayProfile free = ArrayProfile.of(0, 16);
    int jobs = random.nextInt(12);
    for (int job = 0; job < jobs; job++) {
      long fromMillis = random.nextInt(1_000);
      free.takeEarliest(1 + random.nextInt(16), 1 + random.nextInt(300), fromMillis);
    }
    return free;
  }
}
