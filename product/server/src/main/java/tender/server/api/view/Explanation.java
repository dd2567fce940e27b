package tender.server.api.view;

import java.util.List;
import java.util.Optional;
import tender.core.compose.UnusedOffer;
import tender.core.metascheduler.state.BagEffect;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

/**
 * Why a bag got what it got: the last call for it, and what came of it.
 *
 * @param calls how often it was called, the first time included
 * @param asked who was asked in the last call
 * @param silent who of them has not answered
 * @param offers all that was offered in answer to it
 * @param history what happened to it, oldest first
 * @param noPromise why nothing was promised, if that is how it ended
 */
public record Explanation(
    int calls,
    List<ProviderId> called,
    List<ProviderId> silent,
    List<ConsideredOffer> offers,
    List<HistoryEntry> history,
    Optional<BagEffect.NoPromiseReason> noPromiseReason) {
  public Explanation {
    called = List.copyOf(called);
    silent = List.copyOf(silent);
    offers = List.copyOf(offers);
    history = List.copyOf(history);
  }

  /**
   * An offer, and what became of it.
   *
   * @param usedTasks how many tasks it was given; 0 if it was not chosen
   * @param whyNot why it was given none; empty if it was, or if nothing is decided yet
   */
  public record ConsideredOffer(Offer offer, int usedTasks, Optional<UnusedOffer.Reason> unusedReason) {}

  /** Something that happened to the bag. */
  public record HistoryEntry(long atMillis, BagEffect effect) {}
}
