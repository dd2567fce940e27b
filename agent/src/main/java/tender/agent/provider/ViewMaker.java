package tender.agent.provider;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.agent.batch.Queue;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.provider.HeldPart;
import tender.core.provider.Occupied;
import tender.core.provider.ProviderRules;

/** Makes what a cluster's owner sees. */
record ViewMaker(ProviderSettings settings, Premises premises, Owner owner, PartsAtSite parts) {

  ClusterView view(
      ProviderRules provider, Queue queue, int given, boolean isBlind, long nowMillis) {
    List<Occupied> outlook = provider.outlook(nowMillis);
    int running = (int) queue.local().stream().filter(job -> job.running()).count();
    return new ClusterView(
        premises.site().version(),
        isBlind,
        premises.site().processors(),
        premises.givable(),
        premises.canGiveLess(),
        given,
        owner.giving(),
        settings.terms(),
        settings.publishes().isPresent(),
        new ClusterView.Now(
            running,
            queue.local().size() - running,
            Owner.sample(queue, parts.processorsInUse(), nowMillis)),
        owner.past().samples(),
        outlook,
        parts(outlook),
        owner.books().days());
  }

  private List<ClusterView.Part> parts(List<Occupied> outlook) {
    Map<JobId, Long> ends = new LinkedHashMap<>();
    for (Occupied one : outlook) {
      ends.merge(one.job(), one.untilMillis(), Math::max);
    }
    return parts.all().stream().map(part -> part(part, ends)).toList();
  }

  private static ClusterView.Part part(PartAtSite atSite, Map<JobId, Long> ends) {
    HeldPart part = atSite.part;
    long expectedMillis = ends.getOrDefault(part.job().id(), 0L);
    return new ClusterView.Part(
        atSite.id.call().bag(),
        part.isCommitted(),
        part.isCommitted() ? part.tasks().size() : part.job().tasks(),
        part.job().width(),
        part.ended().size(),
        part.accepted().size(),
        part.job().deadlineMillis(),
        expectedMillis == Time.NEVER ? 0 : expectedMillis);
  }
}
