package tender.app.live;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import tender.core.ledger.FundsLimit;
import tender.core.metascheduler.state.BagEffect;
import tender.server.model.BagHistoryEvent;

/** Reads the ledger of a project while transfers are made, and every balance that it had. */
final class LedgerWatch implements AutoCloseable {
  private static final long TIMEOUT_MILLIS = 20_000;

  private final Connection connection;
  private final String project;
  private int checks;

  LedgerWatch(String url, String project) throws SQLException {
    connection = DriverManager.getConnection(url);
    this.project = project;
  }

  /** What is wrong at this moment: an overdraft, a member over the limit, or a wrong sum. */
  synchronized Optional<String> violation() throws SQLException {
    checks++;
    try (PreparedStatement query =
        connection.prepareStatement(
            """
            select
              (select balance from account where id = 'project:' || p.id),
              (select count(*) from project_member where project = p.id and spent > spending_limit),
              (select sum(balance) from account)
            from project p where id = ?
            """)) {
      query.setString(1, project);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getLong(1) < 0 || row.getInt(2) > 0 || row.getLong(3) != 0
            ? Optional.of(
                "balance %d, %d members over their limits, sum %d"
                    .formatted(row.getLong(1), row.getInt(2), row.getLong(3)))
            : Optional.empty();
      }
    }
  }

  synchronized int checks() {
    return checks;
  }

  /**
   * The lowest values after any transfer.
   *
   * @param balance of the project
   * @param membersOverLimit how many members had spent more than their limit after a transfer
   */
  record Lowest(long balance, int membersOverLimit) {}

  /** Transfers of one account have serials in the order in which they changed it. */
  synchronized Lowest lowest() throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            """
            select
              (select min(balance) from (
                select sum(amount) over (order by serial) as balance
                from entry where account = 'project:' || ?) balances),
              (select count(distinct member) from (
                select member,
                  sum(case kind when 'HOLD' then amount else -amount end)
                    over (partition by member order by serial) as spent
                from transfer where project = ? and kind in ('HOLD', 'RELEASE')) spending
                  join project_member m on m.user_id = member
                where m.project = ? and spending.spent > m.spending_limit)
            """)) {
      for (int i = 1; i <= 3; i++) {
        query.setString(i, project);
      }
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return new Lowest(row.getLong(1), row.getInt(2));
      }
    }
  }

  /**
   * How many deadlocks PostgreSQL has found in this database. A session reports its deadlocks when
   * it ends at the latest, so this waits until all other sessions have ended.
   */
  synchronized long deadlocks() throws SQLException, InterruptedException {
    long untilNanos = System.nanoTime() + TIMEOUT_MILLIS * 1_000_000;
    while (number(
            """
            select count(*) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()
              and backend_type = 'client backend'
            """)
        > 0) {
      if (System.nanoTime() > untilNanos) {
        throw new IllegalStateException("Sessions of the servers have not ended.");
      }
      Thread.sleep(50);
    }
    return number("select deadlocks from pg_stat_database where datname = current_database()");
  }

  private long number(String query) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(query);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  /** The limit because of which a bag got no promise, if this event says so. */
  static Optional<FundsLimit> limit(BagHistoryEvent event) {
    return event.effect() instanceof BagEffect.NoPromise none ? none.limit() : Optional.empty();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
