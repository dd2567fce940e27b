package tender.server.model;

import java.util.List;
import java.util.OptionalDouble;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * The result of an auction cycle.
 *
 * @param policy the clearing policy
 * @param asks of the providers that took part, lowest first
 * @param waiting the bids that keep waiting, highest first; truncated if there are very many
 * @param infeasible the bids whose deadline no provider can meet any more; their bags end
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
   * The ask of a provider at the start of the cycle.
   *
   * @param ask empty if the provider published no free slot
   */
  public record AskView(
      ProviderId provider, int processors, Money pricePerProcessorHour, OptionalDouble ask) {}

  /**
   * A bag that was matched with a provider.
   *
   * @param startMillis the latest start according to the provider's slots
   * @param endMillis the end for that start
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
   * @param bid empty if the deadline is infeasible
   */
  public record BidView(
      BagId bag, int processors, Money valuation, long deadlineMillis, OptionalDouble bid) {}
}
