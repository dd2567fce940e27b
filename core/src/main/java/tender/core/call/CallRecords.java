package tender.core.call;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.core.compose.Reply;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.CallWave;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.ProviderId;

/**
 * How all providers answered their recent calls, learned from the changes of bags. A call counts
 * when its wave is over: the offers are composed, further providers are called, or it has failed.
 */
public final class CallRecords {
  private final SortedMap<ProviderId, CallRecord> records = new TreeMap<>();

  /** The record of a provider. */
  public CallRecord of(ProviderId provider) {
    return Objects.requireNonNullElse(records.get(provider), CallRecord.NONE);
  }

  /** Learns from the change of a bag, which may be the result of several events. */
  public void observe(BagState before, BagState after, long nowMillis) {
    PlacementState.CollectingOffers answered = collecting(before);
    if (answered == null) {
      return;
    }
    PlacementState.CollectingOffers later = callOf(after);
    long deadlineMillis = before.bag().deadlineMillis();
    if (later == null || !later.call().equals(answered.call())) {
      // A call that has failed leaves no replies, so the last ones before its end are unknown.
      observe(answered, answered, deadlineMillis, nowMillis >= answered.timerMillis());
    } else if (collecting(after) == null || !isSameWave(answered, later)) {
      observe(answered, later, deadlineMillis, true);
    }
  }

  private void observe(
      PlacementState.CollectingOffers answered,
      PlacementState.CollectingOffers complete,
      long deadlineMillis,
      boolean missingRepliesCount) {
    Map<ProviderId, Reply> replies = new LinkedHashMap<>();
    for (ProviderId provider : wave(answered)) {
      PlacementState.VersionedReply reply = complete.replies().get(provider);
      if (reply != null) {
        replies.put(provider, reply.reply());
      }
    }
    UsefulReplies useful = UsefulReplies.of(replies.values(), deadlineMillis);
    for (ProviderId provider : wave(answered)) {
      Reply reply = replies.get(provider);
      if (reply != null || missingRepliesCount) {
        boolean isUseful = reply != null && useful.contains(reply);
        records.put(provider, of(provider).after(isUseful, answered.calledMillis()));
      }
    }
  }

  private static boolean isSameWave(
      PlacementState.CollectingOffers one, PlacementState.CollectingOffers other) {
    return one.calledProviders().size() == other.calledProviders().size();
  }

  private static List<ProviderId> wave(PlacementState.CollectingOffers call) {
    int first = call.wave().map(CallWave::firstProvider).orElse(0);
    return call.calledProviders().subList(first, call.calledProviders().size());
  }

  private static PlacementState.@Nullable CollectingOffers collecting(BagState state) {
    return state instanceof BagState.Open open
            && open.placement().orElse(null) instanceof PlacementState.CollectingOffers collecting
        ? collecting
        : null;
  }

  private static PlacementState.@Nullable CollectingOffers callOf(BagState state) {
    if (!(state instanceof BagState.Open open)) {
      return null;
    }
    return switch (open.placement().orElse(null)) {
      case PlacementState.CollectingOffers collecting -> collecting;
      case PlacementState.AwaitingAcceptance quoted -> quoted.call();
      case PlacementState.Reserving reserving -> reserving.call();
      case PlacementState.Held held -> held.call();
      case PlacementState.Committing committing -> committing.call();
      case PlacementState.BackingOff _, PlacementState.AwaitingMatch _ -> null;
      case null -> null;
    };
  }
}
