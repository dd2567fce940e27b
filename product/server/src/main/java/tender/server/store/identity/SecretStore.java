package tender.server.store.identity;

import tender.server.store.sql.Sql;
import java.util.function.Supplier;

/** What all replicas share and nobody else may know, such as the key of the market's authority. */
public final class SecretStore {
  private final Sql sql;

  public SecretStore(Sql sql) {
    this.sql = sql;
  }

  /** The secret of this name; made by whoever asks first, and the same for all from then on. */
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
