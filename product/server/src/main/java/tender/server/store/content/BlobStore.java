package tender.server.store.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.sql.Sql;

/**
 * Content identified by its digest: input files and result packs. Content is stored in chunks, each
 * written and read in its own transaction, so that a slow peer holds no connection. A blob becomes
 * visible when it is complete and its digest is verified. Small content is in the row of the blob.
 */
public final class BlobStore {
  public static final int CHUNK_BYTES = 1 << 20;

  /** Content up to this size is one row. */
  public static final int SMALL_BYTES = 64 << 10;

  /** Longer than any upload may take. */
  private static final long ABANDONED_MILLIS = 24 * 3_600_000;

  /** Deleting this many takes a fraction of a second. */
  private static final int CHUNKS_PER_STATEMENT = 64;

  private static final String DELETE_CHUNKS =
      """
      delete from chunk where (upload, index) in (
        select upload, index from chunk
        where upload = any (?) and not exists (select from blob where blob.upload = chunk.upload)
        order by upload, index limit %d)
      """
          .formatted(CHUNKS_PER_STATEMENT);

  private final Sql sql;

  public BlobStore(Sql sql) {
    this.sql = sql;
  }

  /** The sizes in bytes of the blobs that are stored. */
  public Map<Digest, Long> sizes(Collection<Digest> digests) {
    Map<Digest, Long> sizes = new HashMap<>();
    if (digests.isEmpty()) {
      return sizes;
    }
    sql.list(
        "select digest, bytes from blob where digest = any (?)",
        row -> sizes.put(new Digest(row.getString(1)), row.getLong(2)),
        (Object) digests.stream().map(Digest::hex).toArray(String[]::new));
    return sizes;
  }

  /**
   * Stores content of an untrusted sender, whose digest is verified also if it is already stored.
   *
   * @param maxBytes the largest size that is allowed
   */
  void writeVerified(Digest digest, InputStream content, long maxBytes)
      throws IOException, BlobRejectedException {
    if (sizes(List.of(digest)).isEmpty()) {
      write(digest, content, maxBytes);
    } else {
      readChunks(digest, content, maxBytes, (index, chunk) -> {});
    }
  }

  /**
   * Stores content. Content that is already stored is not read. Several threads may write the same
   * content concurrently.
   *
   * @param maxBytes the largest size that is allowed
   */
  public void write(Digest digest, InputStream content, long maxBytes)
      throws IOException, BlobRejectedException {
    if (!sizes(List.of(digest)).isEmpty()) {
      return;
    }
    byte[] start = content.readNBytes(SMALL_BYTES + 1);
    if (start.length <= SMALL_BYTES) {
      readChunks(digest, new ByteArrayInputStream(start), maxBytes, (index, chunk) -> {});
      if (writeSmall(digest, start)) {
        return;
      }
    }
    writeUpload(
        digest, new SequenceInputStream(new ByteArrayInputStream(start), content), maxBytes);
  }

  /** Returns false if an older server is alive, which could not read it. */
  private boolean writeSmall(Digest digest, byte[] content) {
    return sql.find(
            """
            with older as (
              select from replica
              where not reads_small_blobs and heartbeat_millis > now_millis() - ?),
            added as (
              insert into blob (digest, bytes, content) select ?, ?, ?
              where not exists (select from older)
              on conflict do nothing)
            select count(*) from older
            """,
            row -> row.getInt(1) == 0,
            AgentConnectionRepository.FRESH_MILLIS,
            digest.hex(),
            content.length,
            content)
        .orElse(false);
  }

  private void writeUpload(Digest digest, InputStream content, long maxBytes)
      throws IOException, BlobRejectedException {
    long upload =
        sql.find("insert into upload default values returning id", row -> row.getLong(1))
            .orElseThrow();
    boolean isBlob = false;
    try {
      long bytes = writeChunks(upload, digest, content, maxBytes);
      isBlob =
          sql.update(
                  """
                  with complete as (
                    insert into blob (digest, bytes, upload) values (?, ?, ?)
                    on conflict do nothing returning upload)
                  update upload set is_blob = true from complete where id = complete.upload
                  """,
                  digest.hex(),
                  bytes,
                  upload)
              > 0;
    } finally {
      // If the outcome of the insert is unknown, the blob row protects the upload from deletion.
      if (!isBlob) {
        deleteUploads(List.of(upload));
      }
    }
  }

  private long writeChunks(long upload, Digest digest, InputStream content, long maxBytes)
      throws IOException, BlobRejectedException {
    return readChunks(
        digest,
        content,
        maxBytes,
        (index, chunk) ->
            sql.update(
                "insert into chunk (upload, index, content) values (?, ?, ?)",
                upload,
                index,
                chunk));
  }

  private interface ChunkConsumer {
    void accept(int index, byte[] chunk);
  }

  /** Reads content and verifies its digest; returns its size in bytes. */
  private static long readChunks(
      Digest digest, InputStream content, long maxBytes, ChunkConsumer consumer)
      throws IOException, BlobRejectedException {
    MessageDigest sha256 = Digest.sha256();
    long bytes = 0;
    for (int index = 0; ; index++) {
      byte[] chunk = content.readNBytes(CHUNK_BYTES);
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw new BlobRejectedException(
            BlobRejectedException.Reason.TOO_LARGE,
            "Content " + digest + " is larger than " + maxBytes + " bytes.");
      }
      sha256.update(chunk);
      if (chunk.length > 0) {
        consumer.accept(index, chunk);
      }
      if (chunk.length < CHUNK_BYTES) {
        break;
      }
    }
    Digest actual = Digest.of(sha256);
    if (!actual.equals(digest)) {
      throw new BlobRejectedException(
          BlobRejectedException.Reason.WRONG_DIGEST,
          "Content has the digest " + actual + ", not " + digest + ". Was the file changed?");
    }
    return bytes;
  }

  /**
   * Deletes some uploads that are a day old and not complete, or whose blob was deleted; returns
   * how many. Each statement deletes a limited number of bytes.
   *
   * @param nowMillis the present time by the database's clock
   */
  public int deleteAbandoned(long nowMillis, int limit) {
    List<Long> abandoned =
        sql.list(
            """
            select id from upload where not is_blob and started_millis < ?
              and not exists (select from blob where blob.upload = upload.id)
            order by started_millis limit ?
            """,
            row -> row.getLong(1),
            nowMillis - ABANDONED_MILLIS,
            limit);
    return abandoned.isEmpty() ? 0 : deleteUploads(abandoned);
  }

  /** Deletes those of the uploads that are not blobs; returns how many. */
  private int deleteUploads(List<Long> uploads) {
    Long[] ids = uploads.toArray(Long[]::new);
    int deleted;
    do {
      deleted = sql.backgroundTransaction(session -> session.update(DELETE_CHUNKS, (Object) ids));
    } while (deleted == CHUNKS_PER_STATEMENT);
    return sql.backgroundTransaction(
        session ->
            session.update(
                """
                delete from upload where id = any (?)
                  and not exists (select from blob where blob.upload = upload.id)
                """,
                (Object) ids));
  }

  /** The content, read chunk by chunk. */
  public Optional<InputStream> open(Digest digest) {
    return sql.find(
        "select upload, content from blob where digest = ?",
        row -> {
          byte[] small = row.getBytes(2);
          return small == null ? new Chunks(row.getLong(1)) : new ByteArrayInputStream(small);
        },
        digest.hex());
  }

  /** The chunks of an upload as one stream. */
  private final class Chunks extends InputStream {
    private final long upload;
    private byte[] chunk = {};
    private int index;
    private int at;
    private boolean isLast;

    Chunks(long upload) {
      this.upload = upload;
    }

    @Override
    public int read() {
      return hasMore() ? chunk[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      if (length == 0) {
        return 0;
      }
      if (!hasMore()) {
        return -1;
      }
      int taken = Math.min(length, chunk.length - at);
      System.arraycopy(chunk, at, into, offset, taken);
      at += taken;
      return taken;
    }

    private boolean hasMore() {
      if (at == chunk.length && !isLast) {
        chunk =
            sql.find(
                    "select content from chunk where upload = ? and index = ?",
                    row -> row.getBytes(1),
                    upload,
                    index++)
                .orElse(new byte[0]);
        at = 0;
        isLast = chunk.length < CHUNK_BYTES;
      }
      return at < chunk.length;
    }
  }
}
