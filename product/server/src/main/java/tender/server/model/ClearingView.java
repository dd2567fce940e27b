package tender.server.model;

import java.util.List;
import java.util.OptionalDouble;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * How a cycle of the auction ended.
 *
 * @param policy by which it was cleared
 * @param asks of those who took part, the lowest first
 * @param waiting those who bid on, the highest bid first; of very many only the first
 * @param hopeless those whose deadline nobody can meet any more, whose bags therefore end
 */
public record ClearingView(
    long atMillis,
    String policy,
    List<AskView> asks,
    List<MatchView> matches,
    List<BidView> waiting,
    List<BidView> infeasible) {
  public ClearingView {
    asks = List.copyOf(asks);
    matches = List.copyOf(matches);
    waiting = List.copyOf(waiting);
    infeasible = List.copyOf(infeasible);
  }

  /**
   * What a provider asked as the cycle began.
   *
   * @param ask empty if it told of no free slot at all
   */
  public record AskView(
      ProviderId provider, int processors, Money pricePerProcessorHour, OptionalDouble ask) {}

  /**
   * A bag was matched with a provider.
   *
   * @param startMillis when the provider's slots let it start at the latest
   * @param endMillis when it would then end
   */
  public record MatchView(
      BagId bag,
      ProviderId provider,
      int processors,
      double bid,
      double ask,
      long startMillis,
      long endMillis) {}

  /**
   * A bag that was not matched.
   *
   * @param bid empty if it can no longer win anything
   */
  public record BidView(
      BagId bag, int processors, Money valuation, long deadlineMillis, OptionalDouble bid) {}
}
