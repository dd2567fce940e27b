package tender.core.share;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * Everything a broker knows when it decides. There is at least one resource.
 *
 * @param startMillis when the bag was submitted
 * @param deadlineMillis the soft deadline of the bag
 * @param local resources of the user's organisation
 * @param global resources of other organisations only
 * @param unsent tasks that have not been sent yet
 * @param usage at the resources at which the user has bid
 */
public record BrokerView(
    long startMillis,
    long deadlineMillis,
    long nowMillis,
    List<SharedResource> local,
    List<SharedResource> global,
    List<ShareTask> unsent,
    SortedMap<ProviderId, ResourceUsage> usage) {
  public BrokerView {
    local = List.copyOf(local);
    global = List.copyOf(global);
    unsent = List.copyOf(unsent);
    usage = new TreeMap<>(usage);
    if (local.isEmpty() && global.isEmpty()) {
      throw new IllegalArgumentException("There is no resource to send tasks to.");
    }
  }

  List<SharedResource> resources() {
    return Stream.concat(local.stream(), global.stream()).toList();
  }

  double remainingSeconds() {
    return (deadlineMillis - nowMillis) / (double) Time.SECOND_MILLIS;
  }

  boolean isHalfTimeOver() {
    return LocalDomainBroker.isHalfTimeOver(startMillis, deadlineMillis, nowMillis);
  }
}
