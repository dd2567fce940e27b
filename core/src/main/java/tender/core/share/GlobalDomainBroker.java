package tender.core.share;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The global domain policy (Sulistio and Buyya, 4.1): sends all tasks at once to the resources of
 * all organisations, and then bids so that each of them ends its part by the deadline.
 *
 * <p>Resources weaker than the strongest choose first, the weakest before the others: each takes a
 * part of what is left, the shortest tasks, but no more than it could do by the deadline if it did
 * nothing else. The strongest are dealt the rest one after the other.
 */
public final class GlobalDomainBroker implements Broker {
  private static final Comparator<SharedResource> WEAKEST_FIRST =
      Comparator.comparingDouble(SharedResource::workPerSecond).thenComparing(SharedResource::id);

  /**
   * How many tasks a weaker resource gets. The paper says that it gets fewer if all are as long,
   * and does not say how many if they are not.
   */
  public enum PartSizing {
    /** As its speed is a part of all speeds. */
    BY_SPEED,
    /** As many as every other. */
    EVEN
  }

  private final PartSizing parts;

  public GlobalDomainBroker(PartSizing parts) {
    this.parts = parts;
  }

  @Override
  public BrokerDecision start(BrokerView situation) {
    BrokerDecision orders = BrokerDecision.none();
    List<SharedResource> resources = new ArrayList<>(situation.resources());
    resources.sort(WEAKEST_FIRST);
    double strongest = resources.getLast().workPerSecond();
    List<ShareTask> left = new ArrayList<>(situation.unsent());
    left.sort(Comparator.comparingDouble(ShareTask::work).thenComparingInt(ShareTask::taskIndex));
    while (resources.getFirst().workPerSecond() < strongest) {
      int part = part(left.size(), resources);
      takeShortest(resources.removeFirst(), part, left, situation.leftSeconds(), orders);
    }
    left.sort(Comparator.comparingInt(ShareTask::taskIndex));
    orders.sendEvenly(left, resources);
    situation.resources().forEach(one -> orders.bid(one, DeadlineBid.first(one, situation)));
    return orders;
  }

  /** Of so many tasks, for the first of these resources. */
  private int part(int tasks, List<SharedResource> resources) {
    if (parts == PartSizing.EVEN) {
      return tasks / resources.size();
    }
    double all = resources.stream().mapToDouble(SharedResource::workPerSecond).sum();
    return (int) Math.round(tasks * resources.getFirst().workPerSecond() / all);
  }

  private static void takeShortest(
      SharedResource resource, int part, List<ShareTask> left, double leftSeconds, BrokerDecision orders) {
    double room = resource.workPerSecond() * leftSeconds;
    for (int i = 0; i < part && left.getFirst().work() <= room; i++) {
      ShareTask shortest = left.removeFirst();
      room -= shortest.work();
      orders.send(shortest, resource);
    }
  }

  @Override
  public BrokerDecision review(BrokerView situation) {
    BrokerDecision orders = BrokerDecision.none();
    for (SharedResource resource : situation.resources()) {
      ResourceUsage standing = situation.usage().get(resource.id());
      if (standing != null && standing.tasks() > 0) {
        orders.bid(resource, DeadlineBid.next(resource, standing, 0, situation.leftSeconds()));
      }
    }
    return orders;
  }
}
