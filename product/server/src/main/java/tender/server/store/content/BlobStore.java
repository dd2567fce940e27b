package tender.server.store.content;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Supplier;
import tender.bagfile.Digest;
import tender.core.store.Store;
import tender.server.objects.DirectTransfers;
import tender.server.objects.S3ObjectStore;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.sql.Sql;
import tender.server.store.uploads.DirectUploads;

/**
 * Content identified by its digest: input files and result packs. A blob becomes visible when it is
 * complete and its digest is verified. Its bytes are in a {@link ContentStore}; small content is in
 * the row of the blob.
 */
public final class BlobStore {
  public static final int CHUNK_BYTES = DatabaseContent.CHUNK_BYTES;

  /** Content up to this size is one row. */
  public static final int SMALL_BYTES = 64 << 10;

  private final Sql sql;
  private final ContentStore database;
  private final Optional<ContentStore> objects;
  private final Optional<DirectTransfers> direct;
  private final boolean storesObjects;

  /**
   * @param objects the object store, if there is one
   * @param storesObjects whether new content is stored there, and not in PostgreSQL
   */
  public BlobStore(Sql sql, Optional<S3ObjectStore> objects, boolean storesObjects) {
    this(
        sql,
        new DatabaseContent(sql),
        objects.map(ObjectContent::new),
        objects.map(S3ObjectStore::direct),
        storesObjects);
  }

  /** For tests in which a store fails. */
  BlobStore(
      Sql sql,
      ContentStore database,
      Optional<ContentStore> objects,
      Optional<DirectTransfers> direct,
      boolean storesObjects) {
    this.sql = sql;
    this.database = database;
    this.objects = objects;
    this.direct = direct;
    this.storesObjects = storesObjects;
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
      verify(digest, content, maxBytes);
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
      verify(digest, new ByteArrayInputStream(start), maxBytes);
      if (writeSmall(digest, start)) {
        return;
      }
    }
    InputStream all = new SequenceInputStream(new ByteArrayInputStream(start), content);
    writeUpload(digest, new VerifiedStream(digest, all, maxBytes));
  }

  private static void verify(Digest digest, InputStream content, long maxBytes)
      throws IOException, BlobRejectedException {
    VerifiedStream verified = new VerifiedStream(digest, content, maxBytes);
    try {
      verified.transferTo(OutputStream.nullOutputStream());
    } finally {
      verified.throwIfRejected();
    }
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

  /** Stores contents of at most {@link #SMALL_BYTES} bytes under their digests. */
  void writeAllSmall(NavigableMap<Digest, byte[]> contents) {
    boolean isWritten =
        sql.find(
                """
                with older as (
                  select from replica
                  where not reads_small_blobs and heartbeat_millis > now_millis() - ?),
                added as (
                  insert into blob (digest, bytes, content)
                  select digest, length(content), content
                  from unnest(?, ?) with ordinality as sent (digest, content, number)
                  where not exists (select from older)
                  order by number
                  on conflict do nothing)
                select count(*) from older
                """,
                row -> row.getInt(1) == 0,
                AgentConnectionRepository.FRESH_MILLIS,
                contents.keySet().stream().map(Digest::hex).toArray(String[]::new),
                contents.values().toArray(byte[][]::new))
            .orElse(false);
    if (!isWritten) {
      contents.forEach(this::writeLikeLarge);
    }
  }

  private void writeLikeLarge(Digest digest, byte[] content) {
    try {
      write(digest, new ByteArrayInputStream(content), content.length);
    } catch (IOException | BlobRejectedException e) {
      throw new IllegalStateException("The content is in memory and has this digest.", e);
    }
  }

  private void writeUpload(Digest digest, VerifiedStream content)
      throws IOException, BlobRejectedException {
    ContentStore store = storesObjects ? objects() : database;
    ContentId id = begin(store.newName(digest));
    boolean isBlob = false;
    try {
      store.write(id, content);
      isBlob = complete(id, digest, content.bytes());
    } finally {
      // If the outcome of the insert is unknown, the blob row protects the upload from deletion.
      if (!isBlob) {
        discard(id);
      }
      content.throwIfRejected();
    }
  }

  /** The row is written before the first byte, so that no bytes are stored that no row names. */
  private ContentId begin(Optional<String> object) {
    return sql.find(
            "insert into upload (object) values (?) returning id",
            row -> new ContentId(row.getLong(1), object),
            object.orElse(null))
        .orElseThrow();
  }

  /** Makes a blob of complete content; false if there is one, or if the upload took too long. */
  private boolean complete(ContentId id, Digest digest, long bytes) {
    return sql.update(
            """
            with own as (select id from upload where id = ? and not deleting for no key update),
            complete as (
              insert into blob (digest, bytes, upload) select ?, ?, id from own
              on conflict do nothing returning upload)
            update upload set is_blob = true from complete where id = complete.upload
            """,
            id.upload(),
            digest.hex(),
            bytes)
        > 0;
  }

  /** Deletes an upload unless it is a blob. */
  void discard(ContentId id) {
    try {
      delete(List.of(id));
    } catch (Store.Unavailable e) {
      // The upload is deleted when it is a day old.
    }
  }

  /**
   * Deletes some uploads to PostgreSQL that are a day old and not complete, or to which nothing
   * refers any more; returns how many. Each statement deletes a limited number of bytes.
   *
   * @param nowMillis the present time by the database's clock
   */
  public int deleteAbandoned(long nowMillis, int limit) {
    return delete(abandoned("object is null", nowMillis, limit));
  }

  /** Deletes some objects in the same way; returns how many. */
  public int deleteAbandonedObjects(long nowMillis, int limit) {
    return objects.isEmpty() ? 0 : delete(abandoned("object is not null", nowMillis, limit));
  }

  private List<ContentId> abandoned(String where, long nowMillis, int limit) {
    return sql.list(
        """
        select id, object from upload where not is_blob and started_millis < ?
          and not exists (select from blob where blob.upload = upload.id) and %s
        order by started_millis limit ?
        """
            .formatted(where),
        row -> new ContentId(row.getLong(1), Optional.ofNullable(row.getString(2))),
        nowMillis - DirectUploads.ABANDONED_MILLIS,
        limit);
  }

  /**
   * Deletes those of the uploads that are not blobs; returns how many. The mark is on disk before
   * the first byte is deleted, and the row is deleted after the last one: after a crash in between,
   * no blob is without its bytes, and what is left is found by its row.
   */
  int delete(List<ContentId> uploads) {
    if (uploads.isEmpty()) {
      return 0;
    }
    List<Long> marked =
        sql.list(
            """
            update upload set deleting = true where id = any (?) and not is_blob
              and not exists (select from blob where blob.upload = upload.id)
            returning id
            """,
            row -> row.getLong(1),
            (Object) uploads.stream().map(ContentId::upload).toArray(Long[]::new));
    uploads.stream()
        .filter(id -> marked.contains(id.upload()))
        .forEach(id -> storeOf(id).delete(id));
    return sql.backgroundTransaction(
        session ->
            session.update(
                "delete from upload where id = any (?) and deleting",
                (Object) marked.toArray(Long[]::new)));
  }

  ContentStore storeOf(ContentId id) {
    return id.object().isEmpty() ? database : objects();
  }

  ContentStore objects() {
    return objects.orElseThrow(
        () ->
            new Store.Unavailable(
                "Content is in an object store. Add 'object_store' to the configuration of this"
                    + " server."));
  }

  /** The content, of which a limited part is in memory at a time. */
  public Optional<InputStream> open(Digest digest) {
    return open(digest, 0);
  }

  /**
   * The content without its first bytes.
   *
   * @param fromByte how many bytes are left out; at most the size of the content
   */
  public Optional<InputStream> open(Digest digest, long fromByte) {
    return open(() -> locate(digest), fromByte);
  }

  /** Where the content is read without the server; empty if it is in PostgreSQL. */
  public Optional<DirectSource> directSource(Digest digest) {
    return locate(digest).flatMap(this::directSource);
  }

  private Optional<ContentLocation> locate(Digest digest) {
    return sql.find(
        """
        select upload.id, object, content, blob.bytes
        from blob left join upload on upload.id = blob.upload
        where blob.digest = ?
        """,
        ContentLocation::read,
        digest.hex());
  }

  Optional<DirectSource> directSource(ContentLocation location) {
    return direct.flatMap(
        transfers ->
            location
                .id()
                .object()
                .map(
                    name ->
                        new DirectSource(
                            transfers.url(name), transfers.urlValidity(), location.bytes())));
  }

  /**
   * Content that may be moved to the other store while it is read.
   *
   * @param locate finds where the content is
   */
  Optional<InputStream> open(Supplier<Optional<ContentLocation>> locate, long fromByte) {
    return locate.get().map(found -> open(locate, found, fromByte));
  }

  private InputStream open(
      Supplier<Optional<ContentLocation>> locate, ContentLocation found, long fromByte) {
    if (fromByte >= found.bytes()) {
      return InputStream.nullInputStream();
    }
    return found
        .small()
        .<InputStream>map(
            bytes -> new ByteArrayInputStream(bytes, (int) fromByte, bytes.length - (int) fromByte))
        .orElseGet(
            () ->
                new MovableStream(
                    locate, (at, from) -> storeOf(at.id()).open(at.id(), from), found, fromByte));
  }
}
