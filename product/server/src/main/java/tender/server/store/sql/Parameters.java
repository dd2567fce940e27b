package tender.server.store.sql;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tender.core.store.OutboxMessage;

/** Parameters of a statement. Several rows are passed as one array for each column. */
public final class Parameters {
  private final List<@Nullable Object> all = new ArrayList<>();

  public void add(@Nullable Object parameter) {
    all.add(parameter);
  }

  public <T> void addTexts(Collection<T> rows, Function<T, String> column) {
    all.add(rows.stream().map(column).toArray(String[]::new));
  }

  public <T> void addIntegers(Collection<T> rows, Function<T, Integer> column) {
    all.add(rows.stream().map(column).toArray(Integer[]::new));
  }

  public <T> void addLongs(Collection<T> rows, Function<T, Long> column) {
    all.add(rows.stream().map(column).toArray(Long[]::new));
  }

  public void addIds(Collection<OutboxMessage.Id> ids) {
    addTexts(ids, id -> id.bag().value());
    addLongs(ids, OutboxMessage.Id::version);
    addIntegers(ids, OutboxMessage.Id::index);
  }

  public @Nullable Object[] all() {
    return all.toArray();
  }
}
