package tender.agent.planning;

import tender.agent.owner.ClusterView;
import tender.agent.owner.OwnerState;
import tender.agent.execution.PartExecution;
import tender.agent.execution.PartManager;
import tender.agent.execution.ProviderSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.agent.batch.QueueSnapshot;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ProcessorAllocation;
import tender.core.provider.ProviderStateMachine;

/** Makes what a cluster's owner sees. */
record ClusterViewBuilder(ProviderSettings settings, ClusterCapacity capacity, OwnerState owner, PartManager parts) {

  ClusterView build(
      ProviderStateMachine provider, QueueSnapshot queue, int given, boolean isBlind, long nowMillis) {
    List<ProcessorAllocation> outlook = provider.plannedAllocations(nowMillis);
    int running = (int) queue.localJobs().stream().filter(job -> job.running()).count();
    return new ClusterView(
        capacity.cluster().version(),
        isBlind,
        capacity.cluster().processors(),
        capacity.maxProcessors(),
        capacity.isAdjustable(),
        given,
        owner.capacity(),
        settings.terms(),
        settings.publish().isPresent(),
        new ClusterView.QueueSummary(
            running,
            queue.localJobs().size() - running,
            OwnerState.usageSample(queue, parts.processorsInUse(), nowMillis)),
        owner.usageHistory().samples(),
        outlook,
        parts(outlook),
        owner.earnings().days());
  }

  private List<ClusterView.PartProgress> parts(List<ProcessorAllocation> outlook) {
    Map<JobId, Long> ends = new LinkedHashMap<>();
    for (ProcessorAllocation one : outlook) {
      ends.merge(one.job(), one.untilMillis(), Math::max);
    }
    return parts.all().stream().map(part -> part(part, ends)).toList();
  }

  private static ClusterView.PartProgress part(PartExecution atSite, Map<JobId, Long> ends) {
    ReservedPart part = atSite.part;
    long expectedMillis = ends.getOrDefault(part.job().id(), 0L);
    return new ClusterView.PartProgress(
        atSite.id.call().bag(),
        part.isCommitted(),
        part.isCommitted() ? part.tasks().size() : part.job().tasks(),
        part.job().width(),
        part.endedTasks().size(),
        part.acceptedTasks().size(),
        part.job().deadlineMillis(),
        expectedMillis == Time.NEVER ? 0 : expectedMillis);
  }
}
