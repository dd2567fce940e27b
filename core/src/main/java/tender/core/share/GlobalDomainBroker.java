package tender.core.share;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The global domain policy (Sulistio and Buyya, 4.1): sends all tasks immediately to the resources
 * of all organisations, and then bids so that each of them ends its part by the deadline.
 *
 * <p>Resources weaker than the strongest get tasks first, the weakest before the others: each gets
 * a part of the remaining tasks, the shortest ones, but no more than it could do by the deadline if
 * it did nothing else. The strongest resources get the rest evenly.
 */
public final class GlobalDomainBroker implements Broker {
  private static final Comparator<SharedResource> WEAKEST_FIRST =
      Comparator.comparingDouble(SharedResource::workPerSecond).thenComparing(SharedResource::id);

  /**
   * How many tasks a weaker resource gets. The paper says that it gets fewer if all tasks are
   * equally long, and does not say how many otherwise.
   */
  @FunctionalInterface
  public interface PartSizing {
    /** In proportion to its speed. */
    PartSizing BY_SPEED =
        (tasks, resources) -> {
          double all = resources.stream().mapToDouble(SharedResource::workPerSecond).sum();
          return (int) Math.round(tasks * resources.getFirst().workPerSecond() / all);
        };

    /** The same number as every other resource. */
    PartSizing EVEN = (tasks, resources) -> tasks / resources.size();

    /** The same number to every weaker resource. */
    static PartSizing fixed(int part) {
      return (tasks, resources) -> Math.min(part, tasks);
    }

    /**
     * The number for the first of the resources.
     *
     * @param tasks how many are left for all of these resources
     */
    int part(int tasks, List<SharedResource> resources);
  }

  private final PartSizing partSizing;

  public GlobalDomainBroker(PartSizing partSizing) {
    this.partSizing = partSizing;
  }

  @Override
  public BrokerDecision start(BrokerView view) {
    BrokerDecision decision = BrokerDecision.none();
    List<SharedResource> resources = new ArrayList<>(view.resources());
    resources.sort(WEAKEST_FIRST);
    double strongest = resources.getLast().workPerSecond();
    List<ShareTask> left = new ArrayList<>(view.unsent());
    left.sort(Comparator.comparingDouble(ShareTask::work).thenComparingInt(ShareTask::taskIndex));
    while (resources.getFirst().workPerSecond() < strongest) {
      int part = partSizing.part(left.size(), resources);
      takeShortest(resources.removeFirst(), part, left, view.remainingSeconds(), decision);
    }
    left.sort(Comparator.comparingInt(ShareTask::taskIndex));
    decision.sendEvenly(left, resources);
    view.resources().forEach(each -> decision.bid(each, DeadlineBid.first(each, view)));
    return decision;
  }

  private static void takeShortest(
      SharedResource resource,
      int part,
      List<ShareTask> left,
      double remainingSeconds,
      BrokerDecision decision) {
    double room = resource.workPerSecond() * remainingSeconds;
    for (int i = 0; i < part && left.getFirst().work() <= room; i++) {
      ShareTask shortest = left.removeFirst();
      room -= shortest.work();
      decision.send(shortest, resource);
    }
  }

  @Override
  public BrokerDecision review(BrokerView view) {
    BrokerDecision decision = BrokerDecision.none();
    for (SharedResource resource : view.resources()) {
      ResourceUsage standing = view.usage().get(resource.id());
      if (standing != null && standing.tasks() > 0) {
        decision.bid(resource, DeadlineBid.next(resource, standing, 0, view.remainingSeconds()));
      }
    }
    return decision;
  }
}
