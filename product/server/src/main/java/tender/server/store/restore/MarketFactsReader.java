package tender.server.store.restore;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tender.core.model.Money;
import tender.server.store.restore.MarketFacts.Bag;
import tender.server.store.restore.MarketFacts.Certificate;
import tender.server.store.restore.MarketFacts.Transfer;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/** Reads what is compared from a database, also from one that no server uses. */
public final class MarketFactsReader {
  /** Serial numbers are given before the commit, so a lower one may be committed later. */
  private static final long SERIAL_MARGIN = 100_000;

  private final Sql sql;

  public MarketFactsReader(Sql sql) {
    this.sql = sql;
  }

  /** The serial of the first transfer that the other database may lack. */
  public long firstUncertainTransfer() {
    return sql.find(
            "select coalesce(max(serial), 0) - ? from transfer",
            row -> row.getLong(1),
            SERIAL_MARGIN)
        .orElseThrow();
  }

  /**
   * Reads the facts.
   *
   * @param fromTransfer the serial of the first transfer to read
   */
  public MarketFacts read(long fromTransfer) {
    return new MarketFacts(
        map(
            "select id, encode(token_hash, 'hex') from market_user",
            row -> Optional.ofNullable(row.getString(2))),
        map(
            "select encode(token_hash, 'hex'), user_id || ' ' || name from access_token",
            row -> row.getString(2)),
        map("select id, revoked_millis is not null from provider", row -> row.getBoolean(2)),
        map(
            "select serial, provider, retired_millis is null and not revoked from agent_certificate",
            row -> new Certificate(row.getString(2), row.getBoolean(3))),
        map(
            """
            select key, kind, case when payer = 'market' then payee else payer end, bag, amount
            from transfer where serial >= ?
            """,
            MarketFactsReader::transfer,
            fromTransfer),
        map(
            """
            select id, user_id, client_key, (state #>> '{bag,tasks}')::integer,
              case when ended_millis is not null then state ->> 'ending' end
            from bag join submission on bag = id where deleted_millis is null
            """,
            MarketFactsReader::bag),
        new HashSet<>(
            sql.list(
                """
                select bag from deleted_bag
                union all select bag from submission where deleted_millis is not null
                """,
                row -> row.getString(1))),
        map(
            "select concat_ws('.', bag, version, index), bag from outbox",
            row -> row.getString(2)));
  }

  private <T> Map<String, T> map(String query, Session.RowMapper<T> value, Object... parameters) {
    Map<String, T> facts = new LinkedHashMap<>();
    sql.list(query, row -> facts.put(row.getString(1), value.map(row)), parameters);
    return facts;
  }

  private static Transfer transfer(ResultSet row) throws SQLException {
    return new Transfer(
        row.getString(2),
        row.getString(3),
        Optional.ofNullable(row.getString(4)),
        new Money(row.getLong(5)));
  }

  private static Bag bag(ResultSet row) throws SQLException {
    return new Bag(
        row.getString(2), row.getString(3), row.getInt(4), Optional.ofNullable(row.getString(5)));
  }
}
