package tender.server.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tender.core.store.Owed;

/** Parameters of a statement; rows are handed in as one array for each column. */
final class Parameters {
  private final List<@Nullable Object> all = new ArrayList<>();

  void add(@Nullable Object parameter) {
    all.add(parameter);
  }

  <T> void addTexts(Collection<T> rows, Function<T, String> column) {
    all.add(rows.stream().map(column).toArray(String[]::new));
  }

  <T> void addIntegers(Collection<T> rows, Function<T, Integer> column) {
    all.add(rows.stream().map(column).toArray(Integer[]::new));
  }

  <T> void addLongs(Collection<T> rows, Function<T, Long> column) {
    all.add(rows.stream().map(column).toArray(Long[]::new));
  }

  void addIds(Collection<Owed.Id> ids) {
    addTexts(ids, id -> id.bag().value());
    addLongs(ids, Owed.Id::version);
    addIntegers(ids, Owed.Id::index);
  }

  @Nullable Object[] all() {
    return all.toArray();
  }
}
