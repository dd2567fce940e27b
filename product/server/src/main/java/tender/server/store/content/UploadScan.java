package tender.server.store.content;

import java.util.List;
import java.util.function.Consumer;
import tender.server.store.sql.Sql;

/** Reads all uploads to one of the stores, a limited number at a time. */
final class UploadScan {
  /** Enough for a statement that takes milliseconds. */
  static final int ROWS = 500;

  private final Sql sql;
  private final boolean isOfObjects;

  /**
   * @param isOfObjects whether the uploads are those in the object store
   */
  UploadScan(Sql sql, boolean isOfObjects) {
    this.sql = sql;
    this.isOfObjects = isOfObjects;
  }

  /** Passes all that exist when the scan begins. */
  void forEachPage(Consumer<List<StoredUpload>> action) {
    long last =
        sql.find("select coalesce(max(id), 0) from upload", row -> row.getLong(1)).orElseThrow();
    long after = 0;
    while (after < last) {
      List<StoredUpload> page = page(after, last);
      if (page.isEmpty()) {
        return;
      }
      after = page.getLast().id().upload();
      action.accept(
          page.stream().filter(one -> one.id().object().isPresent() == isOfObjects).toList());
    }
  }

  /** The subqueries have limits so that PostgreSQL uses their indexes with any statistics. */
  private List<StoredUpload> page(long after, long last) {
    return sql.backgroundTransaction(
        session ->
            session.list(
                """
                select page.id, object, is_blob,
                  coalesce('input file of user ' || f.user_id, 'output of bag ' || o.bag, 'content'),
                  coalesce(f.digest, o.digest, b.digest), coalesce(b.bytes, page.bytes)
                from (
                    select id, object, is_blob, bytes from upload where id > ? and id <= ?
                    order by id limit ?) page
                  left join lateral (
                    select digest, bytes from blob where upload = page.id limit 1) b on true
                  left join lateral (
                    select user_id, digest from user_file where upload = page.id limit 1) f on true
                  left join lateral (
                    select bag, digest from stored_output where upload = page.id limit 1) o on true
                order by page.id
                """,
                StoredUpload::read,
                after,
                last,
                ROWS));
  }
}
