package tender.server.store.projects;

import tender.server.model.ProjectId;
import tender.server.model.UserId;
import tender.server.store.sql.Sql;

/** Adds up the content of bags that are not deleted. */
public final class StoredBytesRepository {
  private final Sql sql;

  public StoredBytesRepository(Sql sql) {
    this.sql = sql;
  }

  public long ofUser(UserId user) {
    return bytes("user_id", user.value());
  }

  public long ofProject(ProjectId project) {
    return bytes("project", project.value());
  }

  private long bytes(String column, String owner) {
    // A file that several bags use is stored once for its user. The user may have sent it to the
    // object store directly.
    return sql.find(
            """
      with bags as (select bag, user_id from submission where deleted_millis is null and %s = ?)
      select
        coalesce((
          select sum(coalesce(blob.bytes, upload.bytes)) from (
            select distinct f.user_id, f.digest from bags join submission_file f using (bag)) named
            join user_file file using (user_id, digest)
            left join blob on blob.digest = file.blob
            left join upload on upload.id = file.upload), 0)::bigint
        + coalesce((select sum(bytes) from bags join pack using (bag) join blob using (digest)), 0)
          ::bigint
        + coalesce((select sum(bytes) from bags join stored_output using (bag)), 0)::bigint
      """
                .formatted(column),
            row -> row.getLong(1),
            owner)
        .orElse(0L);
  }
}
