package tender.core.share;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The local domain policy (Sulistio and Buyya, 4.2): sends tasks only to resources of the user's
 * own organisation, where there is no surcharge, at first to each as many as there are tasks for
 * each resource of all organisations. At each review a resource gets more of those that wait while
 * its share, as it is now, lets them end by the deadline; the resources are asked in the order of
 * their names. When half of the time is over, all that still waits is sent, one task after the
 * other, to whichever resource of any organisation then has the fewest of the user's tasks, the
 * stronger of equals.
 *
 * <p>At a resource that the user comes to so late the bid is the highest: the paper does not say
 * so, but tells of such a user (section 5.3).
 */
public final class LocalDomainBroker implements Broker {
  @Override
  public BrokerDecision start(BrokerView situation) {
    BrokerDecision orders = BrokerDecision.none();
    List<ShareTask> tasks = situation.unsent();
    int each = Math.max(1, tasks.size() / situation.resources().size());
    int sent = Math.min(tasks.size(), each * situation.local().size());
    orders.sendEvenly(tasks.subList(0, sent), situation.local());
    situation.local().forEach(one -> orders.bid(one, DeadlineBid.first(one, situation)));
    return orders;
  }

  @Override
  public BrokerDecision review(BrokerView situation) {
    BrokerDecision orders = BrokerDecision.none();
    List<ShareTask> waiting = new ArrayList<>(situation.unsent());
    for (SharedResource resource : situation.local()) {
      ResourceUsage standing = situation.usage().get(resource.id());
      if (standing != null) {
        fill(resource, standing, waiting, situation.leftSeconds(), orders);
      }
    }
    if (situation.isHalfTimeOver()) {
      sendEverywhere(waiting, situation, orders);
    }
    for (SharedResource resource : situation.resources()) {
      bid(resource, situation, orders);
    }
    return orders;
  }

  private static void fill(
      SharedResource resource,
      ResourceUsage standing,
      List<ShareTask> waiting,
      double leftSeconds,
      BrokerDecision orders) {
    double room = standing.workPerSecond() * leftSeconds - standing.remainingWork();
    while (!waiting.isEmpty() && waiting.getFirst().work() < room) {
      ShareTask task = waiting.removeFirst();
      room -= task.work();
      orders.send(task, resource);
    }
  }

  private static void sendEverywhere(List<ShareTask> waiting, BrokerView situation, BrokerDecision orders) {
    Map<SharedResource, Integer> tasks = new LinkedHashMap<>();
    for (SharedResource resource : situation.resources()) {
      ResourceUsage standing = situation.usage().get(resource.id());
      int there = standing == null ? 0 : standing.tasks();
      tasks.put(resource, there + orders.tasksFor(resource).size());
    }
    Comparator<SharedResource> order =
        Comparator.<SharedResource>comparingInt(one -> Objects.requireNonNull(tasks.get(one)))
            .thenComparing(SharedResource::workPerSecond, Comparator.reverseOrder());
    for (ShareTask task : waiting) {
      SharedResource fewest = situation.resources().stream().min(order).orElseThrow();
      tasks.merge(fewest, 1, Integer::sum);
      orders.send(task, fewest);
    }
  }

  private static void bid(SharedResource resource, BrokerView situation, BrokerDecision orders) {
    List<ShareTask> added = orders.tasksFor(resource);
    ResourceUsage standing = situation.usage().get(resource.id());
    if (standing == null) {
      if (!added.isEmpty()) {
        orders.bid(resource, resource.maxBidPerMinute());
      }
    } else if (standing.tasks() > 0 || !added.isEmpty()) {
      orders.bid(
          resource,
          DeadlineBid.next(
              resource, standing, ShareTask.totalWork(added), situation.leftSeconds()));
    }
  }
}
