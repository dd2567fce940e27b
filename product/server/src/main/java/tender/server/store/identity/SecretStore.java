package tender.server.store.identity;

import java.util.function.Supplier;
import tender.server.store.sql.Sql;

/** Secrets that all replicas share, such as the key of the certificate authority. */
public final class SecretStore {
  private final Sql sql;

  public SecretStore(Sql sql) {
    this.sql = sql;
  }

  /** The secret of this name. The first caller creates it; all later callers get the same one. */
  public String getOrCreate(String name, Supplier<String> make) {
    String select = "select content from secret where name = ?";
    return sql.find(select, row -> row.getString(1), name)
        .orElseGet(
            () -> {
              sql.update(
                  "insert into secret (name, content) values (?, ?) on conflict do nothing",
                  name,
                  make.get());
              return sql.find(select, row -> row.getString(1), name).orElseThrow();
            });
  }
}
