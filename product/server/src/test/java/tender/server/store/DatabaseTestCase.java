package tender.server.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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

  /** The part of a migration that begins with this text, such as the one that fills a table. */
  static String migrationFrom(String migration, String text) throws IOException {
    try (InputStream in =
        Database.class.getResourceAsStream("/tender/server/migrations/" + migration)) {
      String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return script.substring(script.indexOf(text));
    }
  }
}
