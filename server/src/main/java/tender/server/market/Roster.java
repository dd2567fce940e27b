package tender.server.market;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import tender.core.compose.Composer;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.Patience;
import tender.core.model.ProviderId;
import tender.core.store.Clerk;
import tender.core.store.Store;
import tender.server.store.Streams;

/**
 * Who is called for new bags: the providers whose agents are connected to any replica. One that is
 * not would cost every bag the time limit of a call.
 */
final class Roster {
  private final Streams streams;
  private final Composer composer;
  private final Patience patience;
  private final AtomicReference<Clerk> clerk;

  Roster(Streams streams, Composer composer, Patience patience) {
    this.streams = streams;
    this.composer = composer;
    this.patience = patience;
    clerk = new AtomicReference<>(clerk(List.of()));
  }

  /** Looks again who is there. */
  void refresh() {
    try {
      clerk.set(clerk(streams.connectedProviders()));
    } catch (Store.Unavailable e) {
      // Those known before will do until the database is back.
    }
  }

  Clerk clerk() {
    return clerk.get();
  }

  private Clerk clerk(List<ProviderId> providers) {
    return new Clerk(new Metascheduler(providers, composer, patience));
  }
}
