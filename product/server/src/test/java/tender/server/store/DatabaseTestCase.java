package tender.server.store;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import tender.server.store.sql.Sql;

/** A test with its own empty database. */
@Tag("live")
abstract class DatabaseTestCase {
  DatabaseSettings settings;
  Database database;
  Sql sql;

  @BeforeEach
  final void open() {
    settings = PostgresServer.shared().newDatabase();
    database = Database.open(settings, "here");
    sql = database.sql();
  }

  @AfterEach
  final void close() {
    database.close();
  }
}
