package tender.core.share;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * A broker's decision; everything that it does not mention stays unchanged.
 *
 * @param tasks the tasks to send to each resource, in this order
 */
public record BrokerDecision(
    SortedMap<ProviderId, List<ShareTask>> tasks, SortedMap<ProviderId, Money> bidsPerMinute) {

  static BrokerDecision none() {
    return new BrokerDecision(new TreeMap<>(), new TreeMap<>());
  }

  void send(ShareTask task, SharedResource resource) {
    tasks.computeIfAbsent(resource.id(), id -> new ArrayList<>()).add(task);
  }

  /** Sends tasks in turn, so that the numbers of tasks differ by at most one. */
  void sendEvenly(List<ShareTask> toSend, List<SharedResource> resources) {
    for (int i = 0; i < toSend.size(); i++) {
      send(toSend.get(i), resources.get(i % resources.size()));
    }
  }

  void bid(SharedResource resource, Money perMinute) {
    bidsPerMinute.put(resource.id(), perMinute);
  }

  List<ShareTask> tasksFor(SharedResource resource) {
    return tasks.getOrDefault(resource.id(), List.of());
  }
}
