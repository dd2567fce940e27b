package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import tender.core.compose.UnusedOffer;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.ProviderMisfit;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.server.model.BagHistoryEvent;

/**
 * How a bag was placed: its latest call, the offers, and its history.
 *
 * @param calls the number of calls so far
 * @param called the providers of the latest call
 * @param silent those that have not replied
 * @param offers all offers of the latest call
 * @param history the bag's history, oldest event first
 * @param processors of one task
 * @param misfits the called providers at which no task can run, and why
 * @param noPromise why no promise was made, if the bag ended without one
 */
public record Explanation(
    int calls,
    List<ProviderId> called,
    List<ProviderId> silent,
    List<ConsideredOffer> offers,
    List<BagHistoryEvent> history,
    int processors,
    List<ProviderMisfit> misfits,
    Optional<BagEffect.NoPromise> noPromise) {
  public Explanation {
    called = List.copyOf(called);
    silent = List.copyOf(silent);
    offers = List.copyOf(offers);
    history = List.copyOf(history);
    misfits = List.copyOf(misfits);
  }

  /** How many providers the latest call did not reach, because others were more suitable. */
  public int notCalled() {
    return history.reversed().stream()
        .map(BagHistoryEvent::effect)
        .filter(BagEffect.OffersRequested.class::isInstance)
        .mapToInt(effect -> ((BagEffect.OffersRequested) effect).notCalled())
        .findFirst()
        .orElse(0);
  }

  /**
   * An offer and whether it was used.
   *
   * @param usedTasks the number of tasks placed with it; 0 if it was not used
   * @param unusedReason why it was not used; empty if it was used or nothing is decided yet
   * @param surchargePerTask how much of the price is a surcharge for users of other organisations;
   *     empty for an unused offer, of which only the price is stored
   */
  public record ConsideredOffer(
      Offer offer,
      int usedTasks,
      Optional<UnusedOffer.Reason> unusedReason,
      Optional<Money> surchargePerTask) {}
}
