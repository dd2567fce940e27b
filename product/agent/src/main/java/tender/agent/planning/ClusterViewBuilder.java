package tender.agent.planning;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.agent.batch.QueueSnapshot;
import tender.agent.execution.PartManager;
import tender.agent.owner.ClusterView;
import tender.agent.owner.OwnerState;
import tender.core.model.JobId;
import tender.core.provider.ProviderStateMachine;
import tender.core.provider.state.ProcessorAllocation;

/** Builds the owner's view of the cluster. */
record ClusterViewBuilder(
    ProviderSettings settings, ClusterCapacity capacity, OwnerState owner, PartManager parts) {

  ClusterView build(
      ProviderStateMachine provider,
      QueueSnapshot queue,
      int plannedProcessors,
      boolean isQueueStale,
      long nowMillis) {
    List<ProcessorAllocation> forecast = provider.plannedAllocations(nowMillis);
    int running = (int) queue.localJobs().stream().filter(job -> job.running()).count();
    return new ClusterView(
        capacity.cluster().version(),
        isQueueStale,
        capacity.cluster().processors(),
        settings.shares().isPresent()
            ? "Time is shared with local users by weight."
            : settings.mode().describe(settings.pollMillis(), capacity.cluster()),
        capacity.maxProcessors(),
        capacity.isAdjustable(),
        plannedProcessors,
        owner.capacity(),
        settings.terms(),
        settings.publish().isPresent(),
        new ClusterView.QueueSummary(
            running,
            queue.localJobs().size() - running,
            OwnerState.usageSample(queue, parts.processorsInUse(), nowMillis)),
        owner.usageHistory().samples(),
        forecast,
        parts(forecast),
        owner.earnings().days());
  }

  private List<ClusterView.PartProgress> parts(List<ProcessorAllocation> forecast) {
    Map<JobId, Long> ends = new LinkedHashMap<>();
    for (ProcessorAllocation allocation : forecast) {
      ends.merge(allocation.job(), allocation.untilMillis(), Math::max);
    }
    return parts.progress(ends);
  }
}
