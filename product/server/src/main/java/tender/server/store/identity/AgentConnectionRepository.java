package tender.server.store.identity;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.ProviderId;
import tender.server.model.ReplicaShare;
import tender.server.store.sql.Sql;

/**
 * To which replica each agent is connected. Each replica writes heartbeats; the agents of a replica
 * without a heartbeat for {@value #FRESH_MILLIS} ms count as disconnected. All times are by the
 * database's clock.
 */
public final class AgentConnectionRepository {
  /** A replica without a heartbeat for this long counts as dead. */
  public static final long FRESH_MILLIS = 15_000;

  private static final long RETENTION_MILLIS = 24 * 3_600_000;

  private final Sql sql;

  public AgentConnectionRepository(Sql sql) {
    this.sql = sql;
  }

  /**
   * Records that a replica is alive. Must be called before any of its agents connects.
   *
   * @param replica a new id at every start of a server, so that a dead server leaves no agents
   */
  public void heartbeat(String replica) {
    sql.update(
        """
        with expired as (
          delete from replica where heartbeat_millis < now_millis() - ? and id <> ?)
        insert into replica (id, heartbeat_millis, reads_small_blobs, pays_for_projects)
        values (?, now_millis(), true, true)
        on conflict (id) do update set heartbeat_millis = excluded.heartbeat_millis
        """,
        RETENTION_MILLIS,
        replica,
        replica);
  }

  /** The share of a replica among those that are alive, in the order of their ids. */
  public ReplicaShare share(String replica) {
    List<String> alive =
        sql.list(
            "select id from replica where heartbeat_millis > now_millis() - ? order by id",
            row -> row.getString(1),
            FRESH_MILLIS);
    int index = alive.indexOf(replica);
    // A replica that has just missed its heartbeats does what others may do too.
    return index < 0 ? ReplicaShare.ALL : new ReplicaShare(index, alive.size());
  }

  /** Removes a replica that shuts down, so that its agents count as disconnected immediately. */
  public void removeReplica(String replica) {
    sql.update("delete from replica where id = ?", replica);
  }

  /**
   * Records that an agent is connected to this replica and to no other.
   *
   * @return the other replica that is alive and to which the agent was connected
   */
  public Optional<String> setConnected(ProviderId provider, String replica) {
    return Optional.ofNullable(setConnected(List.of(provider), replica).get(provider));
  }

  /**
   * Records that agents are connected to this replica and to no other.
   *
   * @return the other replicas that are alive and to which agents were connected
   */
  public Map<ProviderId, String> setConnected(Collection<ProviderId> providers, String replica) {
    Map<ProviderId, String> others = new LinkedHashMap<>();
    sql.list(
        // In the order of the ids, so that two replicas cannot wait for each other's rows.
        """
        with here as (select distinct unnest(?) collate "C" as provider),
        earlier as (
          select here.provider, agent_connection.replica
          from here join agent_connection on agent_connection.provider = here.provider),
        connected as (
          insert into agent_connection (provider, replica)
          select provider, ? from here order by provider
          on conflict (provider) do update
          set replica = excluded.replica, connected_millis = excluded.connected_millis)
        select earlier.provider, id from earlier join replica on replica.id = earlier.replica
        where id <> ? and heartbeat_millis > now_millis() - ?
        """,
        row -> others.put(new ProviderId(row.getString(1)), row.getString(2)),
        ids(providers),
        replica,
        replica,
        FRESH_MILLIS);
    return others;
  }

  private static String[] ids(Collection<ProviderId> providers) {
    return providers.stream().map(ProviderId::value).toArray(String[]::new);
  }

  /** Records that an agent left this replica; no effect if it is already connected to another. */
  public void setDisconnected(ProviderId provider, String replica) {
    setDisconnected(List.of(provider), replica);
  }

  /** Records that agents left this replica; no effect for those that are connected to another. */
  public void setDisconnected(Collection<ProviderId> providers, String replica) {
    sql.update(
        "delete from agent_connection where provider = any(?) and replica = ?",
        ids(providers),
        replica);
  }

  /**
   * Reconciles the stored connections of this replica, because {@link #setConnected} and {@link
   * #setDisconnected} fail while PostgreSQL is unavailable. An agent stays assigned to another
   * replica that is alive, since the connection to this replica may be dead. Changes that happen
   * meanwhile are reconciled the next time.
   *
   * @param connected all agents that are connected to this replica
   */
  public void reconcile(String replica, Collection<ProviderId> connected) {
    sql.update(
        """
        with here as (select unnest(?) as provider),
        gone as (
          delete from agent_connection where replica = ? and provider not in (select provider from here))
        insert into agent_connection as s (provider, replica)
        select here.provider, ? from here left join agent_connection using (provider)
        where agent_connection.replica is distinct from ?
        on conflict (provider) do update
        set replica = excluded.replica, connected_millis = excluded.connected_millis
        where not exists (
          select from replica where id = s.replica and heartbeat_millis > now_millis() - ?)
        """,
        ids(connected),
        replica,
        replica,
        replica,
        FRESH_MILLIS);
  }

  /** Providers whose agents are connected to a live replica, ordered by id. */
  public List<ProviderId> connectedProviders() {
    return sql
        .list(
            """
            select provider from agent_connection join replica on replica.id = agent_connection.replica
            where heartbeat_millis > now_millis() - ?
            """,
            row -> new ProviderId(row.getString(1)),
            FRESH_MILLIS)
        .stream()
        .sorted()
        .toList();
  }

  /** Whether a server has recently used the database. */
  public boolean hasRecentHeartbeat() {
    return sql.find(
            "select 1 from replica where heartbeat_millis > now_millis() - ? limit 1",
            row -> true,
            FRESH_MILLIS)
        .isPresent();
  }
}
