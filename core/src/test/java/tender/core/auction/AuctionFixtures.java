package tender.core.auction;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/** Jobs, queues and random auction cycles for tests. */
public final class AuctionFixtures {
  private AuctionFixtures() {}

  /** A job submitted at 0, in seconds. */
  public static WaitingJob job(
      String id, int processors, long seconds, long deadlineSeconds, long value) {
    return new WaitingJob(
        new BagId(id), processors, seconds * 1_000, 0, deadlineSeconds * 1_000, new Money(value));
  }

  /** A queue of reference speed whose processors are free from a second on. */
  public static QueueReport queue(String provider, int processors, int free, long fromSeconds) {
    return queue(
        provider, processors, 1_000, 1_000, new FreeSlot(fromSeconds * 1_000, Time.NEVER, free));
  }

  public static QueueReport queue(
      String provider, int processors, int speedPermille, long price, FreeSlot... slots) {
    return new QueueReport(
        new QueueId(new ProviderId(provider), 0),
        new Cluster(processors, speedPermille),
        new Money(price),
        List.of(slots));
  }

  /** The same, where some jobs are bags of several tasks. */
  public static Cycle drawBags(long seed, int jobs, int queues) {
    SplittableRandom random = new SplittableRandom(seed);
    Cycle cycle = draw(seed, jobs, queues);
    return new Cycle(
        cycle.nowMillis(),
        cycle.jobs().stream().map(job -> withTasks(job, random.nextInt(3) * 5)).toList(),
        cycle.queues());
  }

  private static WaitingJob withTasks(WaitingJob job, int more) {
    return new WaitingJob(
        job.id(),
        1 + more,
        job.processors(),
        job.estimateMillis(),
        job.submittedMillis(),
        job.deadlineMillis(),
        job.valuation());
  }

  /** A random cycle with slots that end, jobs too wide and too late, equal bids and asks. */
  public static Cycle draw(long seed, int jobs, int queues) {
    SplittableRandom random = new SplittableRandom(seed);
    List<WaitingJob> waiting = new ArrayList<>();
    for (int job = 0; job < jobs; job++) {
      long runMillis = (1 + random.nextInt(20)) * 60_000L;
      waiting.add(
          new WaitingJob(
              new BagId(Integer.toString(job)),
              1 + random.nextInt(12),
              runMillis,
              -random.nextInt(3) * 600_000L,
              (long) (runMillis * (0.8 + 2 * random.nextDouble())),
              new Money(90 + random.nextInt(4) * 10L)));
    }
    List<QueueReport> reports = new ArrayList<>();
    for (int queue = 0; queue < queues; queue++) {
      List<FreeSlot> slots = new ArrayList<>();
      for (int slot = random.nextInt(4); slot > 0; slot--) {
        long fromMillis = random.nextInt(4) * 150_000L;
        long untilMillis =
            random.nextBoolean() ? Time.NEVER : fromMillis + (1 + random.nextInt(9)) * 200_000L;
        slots.add(new FreeSlot(fromMillis, untilMillis, 1 + random.nextInt(5)));
      }
      reports.add(
          new QueueReport(
              new QueueId(new ProviderId(Integer.toString(queue / 2)), queue % 2),
              new Cluster(4 + random.nextInt(8), 800 + 200 * random.nextInt(4)),
              new Money(random.nextInt(3)),
              slots));
    }
    return new Cycle(0, waiting, reports);
  }
}
