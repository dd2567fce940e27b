package tender.agent.owner;

import java.util.List;
import java.util.Map;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.provider.state.ProcessorAllocation;
import tender.core.provider.ProviderTerms;

/**
 * A cluster as its owner sees it, and nobody else.
 *
 * @param batchSystem with its version
 * @param isBlind whether the batch system has not answered for a while, so that nothing is promised
 * @param processors of the cluster
 * @param givable how many may be given at all
 * @param canGiveLess whether the owner can give fewer
 * @param given how many are planned with now
 * @param past who had the processors, the oldest first
 * @param outlook who has them and will get them
 * @param days what was offered, won and billed, by the day in UTC
 */
public record ClusterView(
    String batchSystem,
    boolean isQueueStale,
    int processors,
    int maxProcessors,
    boolean isCapacityAdjustable,
    int plannedProcessors,
    CapacitySetting capacity,
    ProviderTerms terms,
    boolean publishesToAuction,
    QueueSummary queue,
    List<UsageSample> usageHistory,
    List<ProcessorAllocation> forecast,
    List<PartProgress> parts,
    Map<String, DailyActivity> activityByDay) {

  /** The queue as it was last seen. */
  public record QueueSummary(int localRunning, int localWaiting, UsageSample processors) {}

  /**
   * Who had the processors.
   *
   * @param localProcessors that ran jobs of the cluster's own users
   * @param bagProcessors that ran tasks of bags
   */
  public record UsageSample(long atMillis, int localProcessors, int bagProcessors) {}

  /**
   * A part of a bag.
   *
   * @param isCommitted whether it is to be done; else it is only held for a moment
   * @param done tasks that have ended
   * @param accepted those whose results the market has
   * @param expectedMillis when its last task should end, 0 if nobody knows
   */
  public record PartProgress(
      BagId bag,
      boolean isCommitted,
      int tasks,
      int processorsPerTask,
      int endedTasks,
      int acceptedTasks,
      long deadlineMillis,
      long expectedEndMillis) {}

  /**
   * What was dealt in a day.
   *
   * @param calls how many were answered
   * @param offers how many of them with something
   * @param won how many parts were committed to
   * @param tasks that were done
   * @param billed what was asked for them
   */
  public record DailyActivity(int calls, int offers, int committedParts, int endedTasks, Money billed) {
    DailyActivity plus(DailyActivity more) {
      return new DailyActivity(
          calls + more.calls,
          offers + more.offers,
          committedParts + more.committedParts,
          endedTasks + more.endedTasks,
          billed.plus(more.billed));
    }
  }
}
