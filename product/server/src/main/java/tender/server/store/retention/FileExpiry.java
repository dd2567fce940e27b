package tender.server.store.retention;

import java.sql.SQLException;
import java.util.List;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;

/**
 * Deletes files that nothing refers to: input files of users without a bag that names them, and
 * then content without a file of a user and without a pack. What may be unused is in the tables
 * {@code file_check} and {@code blob_check}, so nothing is searched for.
 *
 * <p>A row is locked before its references are counted. A new reference needs a lock on the same
 * row, so none can appear in between.
 */
public final class FileExpiry {
  private final Sql sql;

  public FileExpiry(Sql sql) {
    this.sql = sql;
  }

  private record UserFile(String user, String digest) {}

  /** Checks some input files whose time has come; returns how many. */
  public int checkFiles(long nowMillis, int limit) {
    return sql.backgroundTransaction(
        session -> {
          List<UserFile> due =
              session.list(
                  """
                  select c.user_id, c.digest from file_check c
                  where due_millis <= ? order by due_millis limit ? for update skip locked
                  """,
                  row -> new UserFile(row.getString(1), row.getString(2)),
                  nowMillis,
                  limit);
          if (!due.isEmpty()) {
            deleteUnusedFiles(session, due);
          }
          return due.size();
        });
  }

  /** A file that a bag names stays, and is checked again when the bag is deleted. */
  private static void deleteUnusedFiles(Session session, List<UserFile> due) throws SQLException {
    String[] users = due.stream().map(UserFile::user).toArray(String[]::new);
    String[] digests = due.stream().map(UserFile::digest).toArray(String[]::new);
    session.list(
        """
        select 1 from user_file join unnest(?, ?) as c (user_id, digest) using (user_id, digest)
        order by user_id, digest for update of user_file
        """,
        _ -> true,
        users,
        digests);
    session.update(
        """
        with deleted as (
          delete from user_file u using unnest(?, ?) as c (user_id, digest)
          where u.user_id = c.user_id and u.digest = c.digest and not exists (
            select from submission_file f where f.user_id = u.user_id and f.digest = u.digest)
          returning u.digest)
        insert into blob_check (digest) select distinct digest from deleted order by digest
        on conflict do nothing
        """,
        users,
        digests);
    session.update(
        """
        delete from file_check using unnest(?, ?) as c (user_id, digest)
        where file_check.user_id = c.user_id and file_check.digest = c.digest
        """,
        users,
        digests);
  }

  /**
   * Checks some content that may be unused; returns how much. The chunks of deleted content are
   * deleted like those of an abandoned upload.
   */
  public int checkBlobs(int limit) {
    return sql.backgroundTransaction(
        session -> {
          List<String> due =
              session.list(
                  "select digest from blob_check order by digest limit ? for update skip locked",
                  row -> row.getString(1),
                  limit);
          if (!due.isEmpty()) {
            deleteUnusedBlobs(session, due.toArray(String[]::new));
          }
          return due.size();
        });
  }

  private static void deleteUnusedBlobs(Session session, String[] digests) throws SQLException {
    session.list(
        "select 1 from blob where digest = any (?) order by digest for update",
        _ -> true,
        (Object) digests);
    session.update(
        """
        with deleted as (
          delete from blob b where digest = any (?)
            and not exists (select from pack where pack.digest = b.digest)
            and not exists (select from user_file where user_file.digest = b.digest)
          returning upload)
        update upload set is_blob = false, started_millis = 0 from deleted where id = deleted.upload
        """,
        (Object) digests);
    session.update("delete from blob_check where digest = any (?)", (Object) digests);
  }
}
