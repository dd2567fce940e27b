package tender.server.store.content;

import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.core.model.Time;
import tender.server.model.UserId;
import tender.server.store.sql.ConstraintViolationException;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;
import tender.server.store.uploads.UploadOwner;

/**
 * The input files that each user has uploaded. Equal content that the server has verified is stored
 * once, but a user learns nothing about the files of others: a file exists for a user who has sent
 * its whole content. What a user has sent to the object store without the server is that user's
 * alone.
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

  /** The sizes of those files that the user has uploaded. */
  public Map<Digest, Long> sizes(UserId user, Collection<Digest> digests) {
    Map<Digest, Long> sizes = new HashMap<>();
    if (!digests.isEmpty()) {
      sql.list(
              """
              select file.digest, coalesce(blob.bytes, upload.bytes) from user_file file
                left join blob on blob.digest = file.blob
                left join upload on upload.id = file.upload
              where user_id = ? and file.digest = any (?)
              """,
              row -> Map.entry(new Digest(row.getString(1)), row.getLong(2)),
              user.value(),
              digests.stream().map(Digest::hex).toArray(String[]::new))
          .forEach(one -> sizes.put(one.getKey(), one.getValue()));
    }
    return sizes;
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
        "user_file_digest_fkey", () -> sql.run(session -> insert(session, user, digest, null)));
  }

  /** Stores small files of a user; their digests are those of the contents. */
  public void addSmall(UserId user, List<byte[]> contents) {
    // Sorted, so that two requests with the same files do not wait for each other.
    NavigableMap<Digest, byte[]> byDigest = new TreeMap<>();
    contents.forEach(content -> byDigest.put(Digest.of(content), content));
    uploaded(user, byDigest.keySet()).forEach(byDigest::remove);
    if (byDigest.isEmpty()) {
      return;
    }
    blobs.writeAllSmall(byDigest);
    ConstraintViolationException.referring(
        "user_file_digest_fkey",
        () ->
            sql.run(
                session ->
                    insert(session, user, byDigest.keySet().stream().map(Digest::hex).toList())));
  }

  /**
   * Stores that the user has sent content directly.
   *
   * @return false if the user has the file already
   */
  boolean add(Session session, UserId user, Digest digest, long upload) throws SQLException {
    return insert(session, user, digest, upload);
  }

  /** How many bytes the user has sent directly, or has begun to send, without this file. */
  long directBytes(UserId user, Digest except) {
    return sql.find(
            """
            select coalesce(sum(bytes), 0) from (
              select upload.bytes from user_file file join upload on upload.id = file.upload
              where file.user_id = ?
              union all
              select bytes from upload
              where owner = ? and digest <> ? and not is_blob and not deleting) as sent
            """,
            row -> row.getLong(1),
            user.value(),
            UploadOwner.of(user).value(),
            except.hex())
        .orElse(0L);
  }

  private static boolean insert(Session session, UserId user, List<String> digests)
      throws SQLException {
    return session
        .find(
            """
            with added as (
              insert into user_file (user_id, digest)
              select ?, digest from unnest(?) with ordinality as sent (digest, number)
              order by number
              on conflict do nothing returning user_id, digest),
            checked as (
              insert into file_check (user_id, digest, due_millis)
              select user_id, digest, now_millis() + ? from added
              on conflict do nothing)
            select count(*) from added
            """,
            row -> row.getInt(1),
            user.value(),
            digests.toArray(String[]::new),
            UNUSED_MILLIS)
        .isPresent();
  }

  private static boolean insert(Session session, UserId user, Digest digest, @Nullable Long upload)
      throws SQLException {
    return session
            .find(
                """
                with added as (
                  insert into user_file (user_id, digest, upload) values (?, ?, ?)
                  on conflict do nothing returning user_id, digest),
                checked as (
                  insert into file_check (user_id, digest, due_millis)
                  select user_id, digest, now_millis() + ? from added
                  on conflict do nothing)
                select count(*) from added
                """,
                row -> row.getInt(1),
                user.value(),
                digest.hex(),
                upload,
                UNUSED_MILLIS)
            .orElse(0)
        > 0;
  }

  /**
   * A file of the user, of which a limited part is in memory at a time.
   *
   * @param fromByte how many bytes are left out; at most the size of the file
   */
  public Optional<InputStream> open(UserId user, Digest digest, long fromByte) {
    return blobs.open(() -> locate(user, digest), fromByte);
  }

  /** Where a file of the user is read without the server; empty if it is in PostgreSQL. */
  public Optional<DirectSource> directSource(UserId user, Digest digest) {
    return locate(user, digest).flatMap(blobs::directSource);
  }

  private Optional<ContentLocation> locate(UserId user, Digest digest) {
    return sql.find(
        """
        select upload.id, object, content, coalesce(upload.bytes, blob.bytes)
        from user_file file
          left join blob on blob.digest = file.blob
          left join upload on upload.id = coalesce(file.upload, blob.upload)
        where file.user_id = ? and file.digest = ?
        """,
        ContentLocation::read,
        user.value(),
        digest.hex());
  }
}
