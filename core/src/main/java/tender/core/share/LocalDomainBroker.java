package tender.core.share;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The local domain policy (Sulistio and Buyya, 4.2): sends tasks only to resources of the user's
 * own organisation, where there is no surcharge; at first to each the average number of tasks per
 * resource of all organisations. At each review a resource gets more of the waiting tasks while its
 * current share lets them end by the deadline; the resources are tried in the order of their ids.
 * When half of the time is over, all waiting tasks are sent, one after the other, to the resource
 * of any organisation that then has the fewest of the user's tasks, the stronger of equals.
 *
 * <p>At a resource that is used so late the bid is the maximum: the paper does not define this, but
 * describes a user for which it is so (section 5.3).
 */
public final class LocalDomainBroker implements Broker {
  /** Whether more than half of the time to the deadline is over. */
  public static boolean isHalfTimeOver(long startMillis, long deadlineMillis, long nowMillis) {
    return nowMillis - startMillis > (deadlineMillis - startMillis) / 2;
  }

  @Override
  public BrokerDecision start(BrokerView view) {
    BrokerDecision decision = BrokerDecision.none();
    List<ShareTask> tasks = view.unsent();
    int each = Math.max(1, tasks.size() / view.resources().size());
    int sent = Math.min(tasks.size(), each * view.local().size());
    decision.sendEvenly(tasks.subList(0, sent), view.local());
    view.local().forEach(local -> decision.bid(local, DeadlineBid.first(local, view)));
    return decision;
  }

  @Override
  public BrokerDecision review(BrokerView view) {
    BrokerDecision decision = BrokerDecision.none();
    List<ShareTask> waiting = new ArrayList<>(view.unsent());
    for (SharedResource resource : view.local()) {
      ResourceUsage standing = view.usage().get(resource.id());
      if (standing != null) {
        fill(resource, standing, waiting, view.remainingSeconds(), decision);
      }
    }
    if (view.isHalfTimeOver()) {
      sendEverywhere(waiting, view, decision);
    }
    for (SharedResource resource : view.resources()) {
      bid(resource, view, decision);
    }
    return decision;
  }

  private static void fill(
      SharedResource resource,
      ResourceUsage standing,
      List<ShareTask> waiting,
      double remainingSeconds,
      BrokerDecision decision) {
    double room = standing.workPerSecond() * remainingSeconds - standing.remainingWork();
    while (!waiting.isEmpty() && waiting.getFirst().work() < room) {
      ShareTask task = waiting.removeFirst();
      room -= task.work();
      decision.send(task, resource);
    }
  }

  private static void sendEverywhere(
      List<ShareTask> waiting, BrokerView view, BrokerDecision decision) {
    Map<SharedResource, Integer> tasks = new LinkedHashMap<>();
    for (SharedResource resource : view.resources()) {
      ResourceUsage standing = view.usage().get(resource.id());
      int there = standing == null ? 0 : standing.tasks();
      tasks.put(resource, there + decision.tasksFor(resource).size());
    }
    Comparator<SharedResource> order =
        Comparator.<SharedResource>comparingInt(one -> Objects.requireNonNull(tasks.get(one)))
            .thenComparing(SharedResource::workPerSecond, Comparator.reverseOrder());
    for (ShareTask task : waiting) {
      SharedResource fewest = view.resources().stream().min(order).orElseThrow();
      tasks.merge(fewest, 1, Integer::sum);
      decision.send(task, fewest);
    }
  }

  private static void bid(SharedResource resource, BrokerView view, BrokerDecision decision) {
    List<ShareTask> added = decision.tasksFor(resource);
    ResourceUsage standing = view.usage().get(resource.id());
    if (standing == null) {
      if (!added.isEmpty()) {
        decision.bid(resource, resource.maxBidPerMinute());
      }
    } else if (standing.tasks() > 0 || !added.isEmpty()) {
      decision.bid(
          resource,
          DeadlineBid.next(
              resource, standing, ShareTask.totalWork(added), view.remainingSeconds()));
    }
  }
}
