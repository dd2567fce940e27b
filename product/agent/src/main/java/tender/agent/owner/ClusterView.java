package tender.agent.owner;

import java.util.List;
import java.util.Map;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.provider.ProviderTerms;
import tender.core.provider.state.ProcessorAllocation;

/**
 * A cluster as its owner sees it. Only the owner may see it.
 *
 * @param batchSystem with its version
 * @param isQueueStale whether the batch system has not answered for a while; then the agent makes
 *     no promises
 * @param processors of the cluster
 * @param localPriority what the settings mean for local users
 * @param maxProcessors that the settings allow
 * @param isCapacityAdjustable whether the owner can lower the capacity
 * @param plannedProcessors with which the agent plans now
 * @param usageHistory past use of the processors, oldest first
 * @param forecast current and planned use of the processors
 * @param activityByDay offers, committed parts and bills, by day in UTC
 */
public record ClusterView(
    String batchSystem,
    boolean isQueueStale,
    int processors,
    String localPriority,
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

  /** The queue when it was last read. */
  public record QueueSummary(int localRunning, int localWaiting, UsageSample processors) {}

  /**
   * Use of the processors at an instant.
   *
   * @param localProcessors running jobs of the cluster's own users
   * @param bagProcessors running tasks of bags
   */
  public record UsageSample(long atMillis, int localProcessors, int bagProcessors) {}

  /**
   * A part of a bag at this provider.
   *
   * @param user of the bag; empty until the part is committed
   * @param isCommitted whether it is committed; otherwise it is only reserved
   * @param endedTasks tasks that have ended
   * @param acceptedTasks tasks whose results the market has accepted
   * @param expectedEndMillis expected end of the last task, 0 if unknown
   */
  public record PartProgress(
      BagId bag,
      String user,
      boolean isCommitted,
      int tasks,
      int processorsPerTask,
      int endedTasks,
      int acceptedTasks,
      long deadlineMillis,
      long expectedEndMillis) {}

  /**
   * The agent's activity on one day.
   *
   * @param calls answered calls
   * @param offers calls answered with at least one offer
   * @param committedParts parts committed
   * @param endedTasks tasks that ended
   * @param billed bills for them
   */
  public record DailyActivity(
      int calls, int offers, int committedParts, int endedTasks, Money billed) {
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
