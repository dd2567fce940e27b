package tender.server.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;

/**
 * The result of an auction cycle.
 *
 * @param policy the clearing policy
 * @param loadDeviation the standard deviation of the loads of the providers that took part, each
 *     the share of its processors that are not free
 * @param asks of the providers that took part, lowest first
 * @param waiting the bids that keep waiting, highest first; truncated if there are very many
 * @param infeasible the bids whose deadline no provider can meet any more; their bags end
 */
public record ClearingView(
    long atMillis,
    String policy,
    double loadDeviation,
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

  /** The providers with which each matched bag was matched, in the order of the matches. */
  public Map<BagId, List<ProviderId>> matchedProviders() {
    Map<BagId, List<ProviderId>> providers = new LinkedHashMap<>();
    for (MatchView match : matches) {
      List<ProviderId> ofBag = providers.computeIfAbsent(match.bag(), _ -> new ArrayList<>());
      if (!ofBag.contains(match.provider())) {
        ofBag.add(match.provider());
      }
    }
    return providers;
  }

  /**
   * The ask of a provider at the start of the cycle.
   *
   * @param ask empty if the provider published no free slot
   */
  public record AskView(
      ProviderId provider, int processors, Money pricePerProcessorHour, OptionalDouble ask) {}

  /**
   * Tasks of a bag that were matched with a provider. A bag of several tasks may have several
   * matches, one for each provider and start.
   *
   * @param tasks how many start then
   * @param processors of these tasks together
   * @param startMillis the latest start according to the provider's slots
   * @param endMillis the end for that start
   */
  public record MatchView(
      BagId bag,
      ProviderId provider,
      int tasks,
      int processors,
      double bid,
      double ask,
      long startMillis,
      long endMillis) {}

  /**
   * A bag that was not matched.
   *
   * @param processors of all its tasks
   * @param bid empty if the deadline is infeasible
   */
  public record BidView(
      BagId bag, long processors, Money valuation, long deadlineMillis, OptionalDouble bid) {}
}
