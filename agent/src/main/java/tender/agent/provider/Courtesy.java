package tender.agent.provider;

import java.util.List;
import tender.agent.batch.LocalJob;
import tender.agent.batch.Queue;
import tender.agent.batch.SeenHold;
import tender.core.model.Time;

/**
 * Local users come first: when one of their jobs is about to miss the deadline that its user gave
 * it, and tasks of ours or processors kept for us are in its way, they make room.
 */
final class Courtesy {
  /** A job with less time than this to be started in is in danger. */
  private static final long DANGER_MILLIS = 30 * Time.SECOND_MILLIS;

  private final int processors;

  Courtesy(int processors) {
    this.processors = processors;
  }

  /**
   * How many processors our tasks must give up.
   *
   * @param giveHolds whether processors that are kept for us must be given up too
   */
  record Room(int processors, boolean giveHolds) {
    static final Room NONE = new Room(0, false);
  }

  /**
   * What is needed now.
   *
   * @param ownProcessors how many our tasks hold
   */
  Room needed(Queue queue, int ownProcessors, long nowMillis) {
    List<LocalJob> inDanger =
        queue.local().stream().filter(job -> isInDanger(job, nowMillis)).toList();
    if (inDanger.isEmpty()) {
      return Room.NONE;
    }
    int wanted = inDanger.stream().mapToInt(LocalJob::processors).sum();
    int busy =
        queue.local().stream().filter(LocalJob::running).mapToInt(LocalJob::processors).sum();
    int free = processors - busy - ownProcessors;
    boolean kept = queue.holds().stream().anyMatch(SeenHold::ours);
    return new Room(Math.clamp(wanted - free, 0, ownProcessors), kept);
  }

  private static boolean isInDanger(LocalJob job, long nowMillis) {
    return !job.running()
        && job.deadlineMillis() != Time.NEVER
        && job.deadlineMillis() - job.limitMillis() - nowMillis < DANGER_MILLIS
        && job.deadlineMillis() > nowMillis;
  }
}
