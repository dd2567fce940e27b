package tender.measure.load;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.measure.report.Distribution;
import tender.server.model.ReplicaShare;
import tender.server.store.Database;

/** Everything that a server asks its database at intervals, also if nothing happens. */
final class PeriodicQueries {
  private static final int ROUNDS = 5;
  private static final int LIMIT = 500;
  private static final String REPLICA = "measurement";

  private final Database database;

  PeriodicQueries(Database database) {
    this.database = database;
  }

  /** How many milliseconds each of them takes. */
  Map<String, Distribution> measure(ProviderId provider, BagId bag) {
    database.agentConnections().heartbeat(REPLICA);
    Map<String, Distribution> figures = new LinkedHashMap<>();
    queries(provider, bag)
        .forEach(
            (name, query) -> {
              Distribution millis = new Distribution();
              for (int round = 0; round < ROUNDS; round++) {
                long startNanos = System.nanoTime();
                query.run();
                millis.add((System.nanoTime() - startNanos) / 1e6);
              }
              figures.put(name, millis);
            });
    database.agentConnections().removeReplica(REPLICA);
    return figures;
  }

  private Map<String, Runnable> queries(ProviderId provider, BagId bag) {
    long nowMillis = database.store().nowMillis();
    Map<String, Runnable> queries = new LinkedHashMap<>();
    queries.put("heartbeat", () -> database.agentConnections().heartbeat(REPLICA));
    queries.put("reconcile", () -> database.agentConnections().reconcile(REPLICA, List.of()));
    queries.put("share", () -> database.agentConnections().share(REPLICA));
    queries.put("connected providers", () -> database.agentConnections().connectedProviders());
    queries.put("memberships", () -> database.providers().memberships());
    queries.put("track records", () -> database.providers().trackRecords());
    queries.put("capabilities", () -> database.auction().publishedCapabilities());
    queries.put("outbox", () -> database.store().outboxFor(List.of(provider), LIMIT));
    queries.put(
        "due bags", () -> database.store().dueBags(nowMillis, LIMIT, new ReplicaShare(0, 1)));
    queries.put("changed bags", () -> database.store().marks(List.of(bag)));
    queries.put("auction", () -> database.auction().clear(0, _ -> Optional.empty()));
    queries.put("income", () -> database.income().payDue());
    queries.put(
        "due for deletion",
        () -> database.bagExpiry().deleteDue(OptionalLong.of(RETENTION_NONE), nowMillis, LIMIT));
    queries.put(
        "transfers for deletion",
        () -> database.transferExpiry().deleteDue(RETENTION_NONE, nowMillis, LIMIT));
    queries.put(
        "deleted bags to forget", () -> database.transferExpiry().forgetBags(nowMillis, LIMIT));
    queries.put("files to check", () -> database.fileExpiry().checkFiles(nowMillis, LIMIT));
    queries.put("content to check", () -> database.fileExpiry().checkBlobs(LIMIT));
    queries.put("abandoned uploads", () -> database.blobs().deleteAbandoned(nowMillis, LIMIT));
    return queries;
  }

  /** So long that nothing is due. */
  private static final long RETENTION_NONE = 3_650 * Time.DAY_MILLIS;
}
