package tender.server.store.content;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tender.bagfile.Digest;
import tender.core.model.Time;
import tender.server.model.UserId;
import tender.server.store.sql.ConstraintViolationException;
import tender.server.store.sql.Sql;

/**
 * The input files that each user has uploaded. Equal content is stored once, but a user learns
 * nothing about the files of others: a file exists for a user who has sent its whole content.
 */
public final class UserFileRepository {
  /** A file that no bag names after this time is deleted. */
  private static final long UNUSED_MILLIS = Time.DAY_MILLIS;

  private final Sql sql;
  private final BlobStore blobs;

  public UserFileRepository(Sql sql, BlobStore blobs) {
    this.sql = sql;
    this.blobs = blobs;
  }

  /** The digests of files that the user has not uploaded, without duplicates. */
  public List<Digest> missing(UserId user, Collection<Digest> digests) {
    Set<Digest> uploaded = uploaded(user, digests);
    return digests.stream().distinct().filter(digest -> !uploaded.contains(digest)).toList();
  }

  private Set<Digest> uploaded(UserId user, Collection<Digest> digests) {
    if (digests.isEmpty()) {
      return Set.of();
    }
    return new HashSet<>(
        sql.list(
            "select digest from user_file where user_id = ? and digest = any (?)",
            row -> new Digest(row.getString(1)),
            user.value(),
            digests.stream().map(Digest::hex).toArray(String[]::new)));
  }

  /**
   * Stores a file of a user. Content that the user has already uploaded is not read; content that
   * only others have uploaded is read and verified, because knowing the digest is not enough.
   *
   * @param maxBytes the largest size that is allowed
   */
  public void add(UserId user, Digest digest, InputStream content, long maxBytes)
      throws IOException, BlobRejectedException {
    if (uploaded(user, List.of(digest)).contains(digest)) {
      return;
    }
    blobs.writeVerified(digest, content, maxBytes);
    ConstraintViolationException.referring(
        "user_file_digest_fkey",
        () ->
            sql.update(
                """
                with added as (
                  insert into user_file (user_id, digest) values (?, ?)
                  on conflict do nothing returning user_id, digest)
                insert into file_check (user_id, digest, due_millis)
                select user_id, digest, now_millis() + ? from added
                on conflict do nothing
                """,
                user.value(),
                digest.hex(),
                UNUSED_MILLIS));
  }
}
