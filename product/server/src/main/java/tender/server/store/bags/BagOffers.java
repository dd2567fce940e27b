package tender.server.store.bags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tender.codec.StoredJson;
import tender.core.compose.Composition;
import tender.core.compose.UnusedOffer;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.metascheduler.state.Promise;
import tender.core.model.ProviderId;

/**
 * Separates the offers of providers from the state of a bag, and joins them again. A state is
 * written at each step of its bag; the offers of many providers are written once, beside it. Few
 * offers stay in the state: then they are smaller than another row.
 *
 * <p>Offers in a stored state are newer than those beside it: a server that does not know the rows
 * wrote them.
 */
final class BagOffers {
  /** Continues the statement that writes a bag; writes only what has changed. */
  static final String SQL =
      """
      ,
      offered as (
        insert into bag_offers (bag, round, name, place, content)
        select id, n.round, n.name, n.place, n.content
        from written, unnest(?, ?, ?, ?) as n (round, name, place, content)
        where not exists (
          select from bag_offers same
          where same.bag = id and same.round = n.round and same.name = n.name
            and same.place = n.place and same.content = n.content)
        on conflict (bag, round, name) do update
          set place = excluded.place, content = excluded.content)
      """;

  /** The offers of the latest call and of the promise, as two arrays. */
  static final String COLUMNS =
      """
      (select array_agg(round || '/' || name order by round, place, name) from bag_offers o
        where o.bag = bag.id and o.round in (
          0, (select max(round) from bag_offers latest where latest.bag = bag.id))),
      (select array_agg(content order by round, place, name) from bag_offers o
        where o.bag = bag.id and o.round in (
          0, (select max(round) from bag_offers latest where latest.bag = bag.id)))
      """;

  /** Offers of so many providers stay in the state. */
  static final int MAX_INLINE_PROVIDERS = 4;

  /** So many unused offers of a composition stay in the state. */
  static final int MAX_INLINE_UNUSED = 8;

  private static final int PROMISE_ROUND = 0;
  private static final String REPLY = "reply/";
  private static final String UNUSED = "unused/";
  private static final String QUOTE = UNUSED + "quote";
  private static final String ALTERNATIVE = UNUSED + "alternative";
  private static final String PROMISE = UNUSED + "promise";

  private BagOffers() {}

  /** A row beside the bag. */
  record Row(int round, String name, int place, String content) {}

  /** A state without the offers that are stored beside it. */
  record Separated(BagState state, List<Row> rows) {}

  static Separated separate(BagState state) {
    List<Row> rows = new ArrayList<>();
    BagState separated =
        edit(
            state,
            call -> separate(call, rows),
            (round, name, unused) -> separate(round, name, unused, rows));
    return new Separated(separated, rows);
  }

  private static Map<ProviderId, PlacementState.VersionedReply> separate(
      PlacementState.CollectingOffers call, List<Row> rows) {
    if (call.calledProviders().size() <= MAX_INLINE_PROVIDERS) {
      return call.replies();
    }
    int place = 0;
    for (PlacementState.VersionedReply reply : call.replies().values()) {
      rows.add(
          new Row(
              call.call().round(),
              REPLY + reply.reply().provider().value(),
              place++,
              StoredJson.write(PlacementState.VersionedReply.class, reply)));
    }
    return Map.of();
  }

  private static List<UnusedOffer> separate(
      int round, String name, List<UnusedOffer> unused, List<Row> rows) {
    if (unused.size() <= MAX_INLINE_UNUSED) {
      return unused;
    }
    UnusedOffer[] all = unused.toArray(UnusedOffer[]::new);
    rows.add(new Row(round, name, 0, StoredJson.write(UnusedOffer[].class, all)));
    return List.of();
  }

  /**
   * The whole state.
   *
   * @param contents of the rows beside the bag, by {@code round/name}, in their order
   */
  static BagState join(BagState stored, Map<String, String> contents) {
    if (contents.isEmpty()) {
      return stored;
    }
    return edit(
        stored,
        call -> {
          Map<ProviderId, PlacementState.VersionedReply> replies = new LinkedHashMap<>();
          String prefix = call.call().round() + "/" + REPLY;
          contents.forEach(
              (name, content) -> {
                if (name.startsWith(prefix)) {
                  replies.put(
                      new ProviderId(name.substring(prefix.length())),
                      StoredJson.read(PlacementState.VersionedReply.class, content));
                }
              });
          replies.putAll(call.replies());
          return replies;
        },
        (round, name, inState) -> {
          String content = contents.get(round + "/" + name);
          return !inState.isEmpty() || content == null
              ? inState
              : List.of(StoredJson.read(UnusedOffer[].class, content));
        });
  }

  /** Changes the replies to a call. */
  private interface RepliesEdit
      extends Function<
          PlacementState.CollectingOffers, Map<ProviderId, PlacementState.VersionedReply>> {}

  /** Changes the unused offers of a composition. */
  private interface UnusedEdit {
    List<UnusedOffer> apply(int round, String name, List<UnusedOffer> unused);
  }

  private static BagState edit(BagState state, RepliesEdit replies, UnusedEdit unused) {
    Function<Promise, Promise> promise =
        before -> new Promise(edit(before.composition(), PROMISE_ROUND, PROMISE, unused));
    return switch (state) {
      case BagState.Open open ->
          new BagState.Open(
              open.id(),
              open.bag(),
              open.acceptancePolicy(),
              open.promise().map(promise),
              open.doneTasks(),
              open.parts(),
              open.placement().map(placement -> edit(placement, replies, unused)),
              open.distrustedProviders(),
              open.callCount(),
              open.failedCalls(),
              open.lastTaskEndedMillis(),
              open.breach(),
              open.paidForEndedParts());
      case BagState.Ended ended ->
          new BagState.Ended(
              ended.id(),
              ended.bag(),
              ended.ending(),
              ended.doneTasks(),
              ended.promise().map(promise),
              ended.breach(),
              ended.endedMillis(),
              ended.paid(),
              ended.unsettledParts());
    };
  }

  private static PlacementState edit(
      PlacementState placement, RepliesEdit replies, UnusedEdit unused) {
    return switch (placement) {
      case PlacementState.CollectingOffers call -> edit(call, replies);
      case PlacementState.Reserving(
              var call,
              var attempt,
              var composition,
              var confirmed,
              var at) ->
          new PlacementState.Reserving(
              edit(call, replies),
              attempt,
              edit(composition, call.call().round(), UNUSED + attempt, unused),
              confirmed,
              at);
      case PlacementState.Held(var call, var attempt, var composition, var at) ->
          new PlacementState.Held(
              edit(call, replies),
              attempt,
              edit(composition, call.call().round(), UNUSED + attempt, unused),
              at);
      case PlacementState.Committing(
              var call,
              var attempt,
              var composition,
              var unconfirmed,
              var timesSent,
              var at) ->
          new PlacementState.Committing(
              edit(call, replies),
              attempt,
              edit(composition, call.call().round(), UNUSED + attempt, unused),
              unconfirmed,
              timesSent,
              at);
      case PlacementState.AwaitingAcceptance(
              var call,
              var composition,
              var completion,
              var at,
              var alternative,
              var sizes) ->
          new PlacementState.AwaitingAcceptance(
              edit(call, replies),
              edit(composition, call.call().round(), QUOTE, unused),
              completion,
              at,
              alternative.map(other -> edit(other, call.call().round(), ALTERNATIVE, unused)),
              sizes);
      case PlacementState.AwaitingMatch _, PlacementState.BackingOff _ -> placement;
    };
  }

  private static PlacementState.CollectingOffers edit(
      PlacementState.CollectingOffers call, RepliesEdit replies) {
    return call.withReplies(replies.apply(call));
  }

  private static Composition edit(
      Composition composition, int round, String name, UnusedEdit unused) {
    return composition.withUnusedOffers(unused.apply(round, name, composition.unusedOffers()));
  }
}
