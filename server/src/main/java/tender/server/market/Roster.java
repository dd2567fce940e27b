package tender.server.market;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import tender.core.compose.Composer;
import tender.core.metascheduler.Metascheduler;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.core.store.Clerk;
import tender.core.store.Store;
import tender.server.store.Providers;
import tender.server.store.Streams;

/**
 * Who is called for new bags: the providers whose agents are connected to any replica. One that is
 * not would cost every bag the time limit of a call. Whoever kept its word better comes first, for
 * that is whom policies prefer where time and price are equal.
 */
final class Roster {
  private final Streams streams;
  private final Providers providers;
  private final Rules rules;
  private volatile List<ProviderId> called = List.of();
  private volatile Clerk clerk;
  private volatile Map<ProviderId, TrackRecord> records = Map.of();

  Roster(Streams streams, Providers providers, Rules rules) {
    this.streams = streams;
    this.providers = providers;
    this.rules = rules;
    clerk = clerk(called);
  }

  /** Looks again who is there; one at a time, so that what was seen earlier is not kept. */
  synchronized void refresh() {
    try {
      List<ProviderId> connected = new ArrayList<>(streams.connectedProviders());
      connected.sort(
          Comparator.comparing(
                  (ProviderId provider) -> records.getOrDefault(provider, TrackRecord.NONE),
                  TrackRecord.BETTER_FIRST)
              .thenComparing(Comparator.naturalOrder()));
      called = List.copyOf(connected);
      clerk = clerk(called);
    } catch (Store.Unavailable e) {
      // Those known before will do until the database is back.
    }
  }

  /** Looks again how everybody kept its word. This reads the whole past, and need not be often. */
  void review() {
    records = providers.records();
    refresh();
  }

  /** By whose policy offers are composed. */
  Composer composer() {
    return rules.composer();
  }

  Clerk clerk() {
    return clerk;
  }

  /** Who would be called now. An agent that has come to another replica is seen a second later. */
  List<ProviderId> called() {
    return called;
  }

  private Clerk clerk(List<ProviderId> called) {
    return new Clerk(
        new Metascheduler(called, rules.composer(), rules.patience(), rules.penaltyPermille()));
  }
}
