package tender.server.store;

import tender.server.store.sql.Sql;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A test with an empty database of its own. */
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
