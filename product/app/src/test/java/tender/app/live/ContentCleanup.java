package tender.app.live;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import tender.core.model.Time;

/**
 * Waits until the running servers have deleted all content that nothing refers to. They keep it for
 * up to a day, so the rows are made older first.
 */
final class ContentCleanup {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final List<String> END_WAITS =
      List.of(
          "update upload set started_millis = started_millis - %d where not is_blob"
              .formatted(2 * Time.DAY_MILLIS),
          "update file_check set due_millis = 0");

  private ContentCleanup() {}

  static void await(LiveMarket market) throws Exception {
    DatabaseReader rows = market.database();
    market.await(
        "deleted bags are deleted from the database", TIMEOUT, () -> rows.deletedBags() == 0);
    endWaits(rows);
    market.await("unused content is deleted", TIMEOUT, () -> rows.unusedContents() == 0);
  }

  private static void endWaits(DatabaseReader rows) throws SQLException {
    try (Connection connection = DriverManager.getConnection(rows.jdbcUrl());
        Statement statement = connection.createStatement()) {
      for (String update : END_WAITS) {
        statement.executeUpdate(update);
      }
    }
  }
}
