package tender.core.compose;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * A composition for the whole bag: the parts of the providers, and why the other offers are not
 * used.
 *
 * @param tasks how many tasks the bag has
 * @param deadlineMillis the requested deadline
 * @param balanced whether the load was balanced, which needs offers that meet the deadline; else
 *     the parts are those that end earliest
 */
public record Composition(
    int tasks,
    long deadlineMillis,
    boolean balanced,
    List<Part> parts,
    List<UnusedOffer> unusedOffers) {
  public Composition {
    parts = List.copyOf(parts);
    unusedOffers = List.copyOf(unusedOffers);
  }

  /**
   * The same with one unused offer of each provider for each reason, which explains as much in less
   * space: the earliest of those that end too late, else the largest.
   */
  public Composition withExemplaryUnusedOffers() {
    record Explained(ProviderId provider, UnusedOffer.Reason reason) {}
    Map<Explained, UnusedOffer> exemplary = new LinkedHashMap<>();
    for (UnusedOffer unused : unusedOffers) {
      exemplary.merge(
          new Explained(unused.offer().provider(), unused.reason()),
          unused,
          (first, other) -> unused.reason() == UnusedOffer.Reason.ENDS_TOO_LATE ? first : other);
    }
    return withUnusedOffers(List.copyOf(exemplary.values()));
  }

  public Composition withUnusedOffers(List<UnusedOffer> unusedOffers) {
    return new Composition(tasks, deadlineMillis, balanced, parts, unusedOffers);
  }

  /** How many tasks no offer covers. */
  public int unplacedTasks() {
    return tasks - parts.stream().mapToInt(Part::tasks).sum();
  }

  /** When the whole bag is done, {@link Time#NEVER} if tasks are unplaced. */
  public long completionMillis() {
    return unplacedTasks() > 0
        ? Time.NEVER
        : parts.stream().mapToLong(Part::completionMillis).max().orElse(Time.NEVER);
  }

  public boolean meetsDeadline() {
    return unplacedTasks() == 0 && completionMillis() <= deadlineMillis;
  }

  public Money price() {
    return parts.stream().map(Part::price).reduce(Money.ZERO, Money::plus);
  }

  /** How much of the price are surcharges for users of other organisations. */
  public Money surcharge() {
    return parts.stream().map(Part::surcharge).reduce(Money.ZERO, Money::plus);
  }
}
