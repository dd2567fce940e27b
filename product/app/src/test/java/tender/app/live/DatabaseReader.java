package tender.app.live;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What PostgreSQL says, without any server. */
record DatabaseReader(String jdbcUrl) {

  /** How many results count, each as often as it is counted. */
  int acceptedResults(String bag) throws SQLException {
    return Integer.parseInt(
        list(
                "select coalesce(sum(upper(r) - lower(r)), 0) from counted, unnest(tasks) r"
                    + " where bag = ?",
                bag)
            .getFirst());
  }

  /** How many tasks have a result that counts. */
  int acceptedTasks(String bag) throws SQLException {
    return Integer.parseInt(
        list(
                "select coalesce(sum(upper(r) - lower(r)), 0) from unnest((select range_agg(m)"
                    + " from (select unnest(tasks) m from counted where bag = ?) s)) r",
                bag)
            .getFirst());
  }

  /** For how many tasks each reservation counts. */
  List<String> parts(String bag) throws SQLException {
    return list(
        "select provider || ' round ' || round || ': ' || (select sum(upper(r) - lower(r))"
            + " from unnest(tasks) r) from counted where bag = ? order by round, attempt, provider",
        bag);
  }

  /** What was paid for a bag, in thousandths of a credit. */
  long paid(String bag) throws SQLException {
    return amount("CHARGE", bag);
  }

  /** What was set aside for it, and what of that came back. */
  long held(String bag) throws SQLException {
    return amount("HOLD", bag);
  }

  long released(String bag) throws SQLException {
    return amount("RELEASE", bag);
  }

  private long amount(String kind, String bag) throws SQLException {
    return Long.parseLong(
        list(
                "select coalesce(sum(amount), 0) from transfer where kind = '"
                    + kind
                    + "' and bag = ?",
                bag)
            .getFirst());
  }

  /** What the user was told, in order. */
  List<String> bagEvents(String bag) throws SQLException {
    return list("select effect::text from news where bag = ? order by version, index", bag);
  }

  private List<String> list(String query, String bag) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(jdbcUrl);
        PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setString(1, bag);
      try (ResultSet found = statement.executeQuery()) {
        while (found.next()) {
          rows.add(found.getString(1));
        }
      }
    }
    return rows;
  }
}
