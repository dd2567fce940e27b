package tender.server.store.identity;

import tender.server.store.sql.Sql;
import java.util.Collection;
import java.util.List;
import tender.core.model.ProviderId;

/**
 * On which replica each agent hangs. A replica says again and again that it is alive; the agents of
 * one that has not done so for {@value #FRESH_MILLIS} ms count as gone. All by the database's
 * clock.
 */
public final class AgentConnectionRepository {
  /** After so long without a heartbeat a replica counts as dead. */
  public static final long FRESH_MILLIS = 15_000;

  private static final long FORGOTTEN_MILLIS = 24 * 3_600_000;

  private final Sql sql;

  public AgentConnectionRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * A replica is alive; must come before any of its agents.
   *
   * @param replica new for every start of a server, so that one that died leaves no agents behind
   */
  public void heartbeat(String replica, String address) {
    sql.update(
        """
        with forgotten as (
          delete from replica where heartbeat_millis < now_millis() - ? and id <> ?)
        insert into replica (id, address, heartbeat_millis) values (?, ?, now_millis())
        on conflict (id) do update
        set address = excluded.address, heartbeat_millis = excluded.heartbeat_millis
        """,
        FORGOTTEN_MILLIS,
        replica,
        replica,
        address);
  }

  /** A replica ends in good order, so its agents need not count as there for a while longer. */
  public void removeReplica(String replica) {
    sql.update("delete from replica where id = ?", replica);
  }

  /** An agent hangs on this replica, and on no other any more. */
  public void setConnected(ProviderId provider, String replica) {
    sql.update(
        """
        insert into stream (provider, replica) values (?, ?)
        on conflict (provider) do update
        set replica = excluded.replica, since_millis = excluded.since_millis
        """,
        provider.value(),
        replica);
  }

  /** An agent hangs on this replica no more; nothing happens if it hangs on another by now. */
  public void setDisconnected(ProviderId provider, String replica) {
    sql.update("delete from stream where provider = ? and replica = ?", provider.value(), replica);
  }

  /**
   * Sets right what is stored of this replica, for {@link #setConnected} and {@link #setDisconnected}
   * fail while PostgreSQL is away. An agent stays with another replica that is alive: the
   * connection that it still seems to have here may be dead. What comes or goes meanwhile is set
   * right the next time.
   *
   * @param here all that hang on this replica
   */
  public void reconcile(String replica, Collection<ProviderId> here) {
    sql.update(
        """
        with here as (select unnest(?) as provider),
        gone as (
          delete from stream where replica = ? and provider not in (select provider from here))
        insert into stream as s (provider, replica)
        select here.provider, ? from here left join stream using (provider)
        where stream.replica is distinct from ?
        on conflict (provider) do update
        set replica = excluded.replica, since_millis = excluded.since_millis
        where not exists (
          select from replica where id = s.replica and heartbeat_millis > now_millis() - ?)
        """,
        here.stream().map(ProviderId::value).toArray(String[]::new),
        replica,
        replica,
        replica,
        FRESH_MILLIS);
  }

  /** Those that hang on a replica which is alive, by their ids. */
  public List<ProviderId> connectedProviders() {
    return sql
        .list(
            """
            select provider from stream join replica on replica.id = stream.replica
            where heartbeat_millis > now_millis() - ?
            """,
            row -> new ProviderId(row.getString(1)),
            FRESH_MILLIS)
        .stream()
        .sorted()
        .toList();
  }
}
