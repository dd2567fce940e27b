package tender.core.share;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * What a broker wants done; where it says nothing, all stays as it is.
 *
 * @param tasks to be sent to each resource, in this order
 */
public record BrokerDecision(
    SortedMap<ProviderId, List<ShareTask>> tasks, SortedMap<ProviderId, Money> bidsPerMinute) {

  static BrokerDecision none() {
    return new BrokerDecision(new TreeMap<>(), new TreeMap<>());
  }

  void send(ShareTask task, SharedResource resource) {
    tasks.computeIfAbsent(resource.id(), id -> new ArrayList<>()).add(task);
  }

  /** One after the other, so that nobody gets two more than another. */
  void sendEvenly(List<ShareTask> dealt, List<SharedResource> resources) {
    for (int i = 0; i < dealt.size(); i++) {
      send(dealt.get(i), resources.get(i % resources.size()));
    }
  }

  void bid(SharedResource resource, Money perMinute) {
    bidsPerMinute.put(resource.id(), perMinute);
  }

  List<ShareTask> tasksFor(SharedResource resource) {
    return tasks.getOrDefault(resource.id(), List.of());
  }
}
