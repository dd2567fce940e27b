package tender.server.store.content;

import com.zaxxer.hikari.HikariDataSource;
import tender.bagfile.Digest;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.server.store.sql.Sql;

/** Content in a real PostgreSQL. */
class DatabaseContentTest extends ContentStoreContract {
  private HikariDataSource connections;
  private Sql sql;

  @Override
  ContentStore open() {
    DatabaseSettings settings = PostgresServer.shared().newDatabase();
    Database.open(settings, "here").close();
    connections = new HikariDataSource();
    connections.setJdbcUrl(settings.jdbcUrl());
    sql = new Sql(connections);
    return new DatabaseContent(sql);
  }

  @Override
  ContentId begin(ContentStore store, Digest digest) {
    return sql.find(
            "insert into upload default values returning id",
            row -> new ContentId(row.getLong(1), store.newName(digest)))
        .orElseThrow();
  }

  @Override
  boolean hasBytes(ContentId id) {
    return sql.find("select 1 from chunk where upload = ? limit 1", _ -> true, id.upload())
        .isPresent();
  }

  @Override
  void release() {
    connections.close();
  }
}
