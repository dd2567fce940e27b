package tender.server.store.uploads;

import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tender.bagfile.Digest;
import tender.core.model.Time;
import tender.core.store.Store;
import tender.server.objects.DirectTransfers;
import tender.server.objects.ObjectNames;
import tender.server.objects.StoredPart;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;
import tender.server.store.uploads.UploadRejectedException.Reason;

/**
 * Content that its owner sends to the object store in parts, by presigned URLs.
 *
 * <p>A row is written before the store knows of the upload, and it stays until the object and all
 * parts are deleted. An owner finds an open upload again by its digest, so an upload continues
 * after a crash of the sender, the server or the store. One that its owner has not asked for during
 * a day is deleted.
 *
 * <p>The server checks the size and not the digest: only a reader that verifies the digest may use
 * the content, and only what belongs to the owner may refer to it.
 */
public final class DirectUploads {
  /** An upload that its owner has not asked for during this time is deleted. */
  public static final long ABANDONED_MILLIS = Time.DAY_MILLIS;

  /** Smaller parts make more requests than transfers. */
  static final long MIN_PART_BYTES = 16L << 20;

  /** Some stores allow no more. */
  static final int MAX_PARTS = 1_000;

  /** How many URLs are given at a time. */
  public static final int MAX_URLS = 100;

  static final int MAX_OPEN_UPLOADS = 1_000;

  private static final int MAX_TAG_LENGTH = 100;
  private static final int MEBIBYTE = 1 << 20;

  private static final String DROP =
      """
      update upload set owner = null, started_millis = now_millis() - ?
      where id = ? and not is_blob and not deleting
      """;

  private final Sql sql;
  private final DirectTransfers store;

  public DirectUploads(Sql sql, DirectTransfers store) {
    this.sql = sql;
    this.store = store;
  }

  /** Makes a row of another table refer to complete content. */
  public interface Reference {
    /** Whether the row exists, also if it refers to another upload with the same content. */
    boolean exists();

    /**
     * Runs in the transaction that keeps the content.
     *
     * @return whether a row refers to the upload now; if not, the content is deleted
     */
    boolean add(Session session, long upload) throws SQLException;
  }

  /**
   * Begins an upload, or continues the open one with this digest. One of another size is dropped.
   *
   * @return empty if all parts had been sent and put together, and the reference exists now
   */
  public Optional<OpenUpload> begin(
      UploadOwner owner, Digest digest, long bytes, Reference reference)
      throws UploadRejectedException {
    Optional<UploadRow> open = find(owner, digest);
    if (open.isPresent() && open.get().bytes() == bytes) {
      Optional<OpenUpload> sent = sent(open.get());
      if (sent.isPresent()) {
        return sent;
      }
      if (keepIfStored(open.get(), reference)) {
        return Optional.empty();
      }
    }
    open.ifPresent(this::drop);
    UploadRow row = insert(owner, digest, bytes);
    return Optional.of(row.multipart().isPresent() ? opened(row) : start(row));
  }

  /** What the store has of an upload; empty if it does not know it. */
  private Optional<OpenUpload> sent(UploadRow row) {
    if (row.multipart().isEmpty()) {
      return Optional.of(start(row));
    }
    return store
        .parts(row.object(), row.multipart().get())
        .map(parts -> new OpenUpload(row.bytes(), row.partBytes(), tags(row, parts)));
  }

  private static OpenUpload opened(UploadRow row) {
    return new OpenUpload(row.bytes(), row.partBytes(), new TreeMap<>());
  }

  private static SortedMap<Integer, String> tags(UploadRow row, List<StoredPart> parts) {
    SortedMap<Integer, String> tags = new TreeMap<>();
    parts.stream()
        .filter(part -> part.number() <= row.parts() && part.bytes() == row.bytesOf(part.number()))
        .forEach(part -> tags.put(part.number(), part.tag()));
    return tags;
  }

  private UploadRow insert(UploadOwner owner, Digest digest, long bytes)
      throws UploadRejectedException {
    Optional<UploadRow> inserted =
        sql.find(
            """
            insert into upload (owner, digest, bytes, part_bytes, object)
            select owner, ?, ?, ?, ? from (values (?)) as new (owner)
            where (select count(*) from upload
              where upload.owner = new.owner and not is_blob and not deleting) < ?
            on conflict do nothing
            returning
            """
                + UploadRow.COLUMNS,
            UploadRow::read,
            digest.hex(),
            bytes,
            partBytes(bytes),
            ObjectNames.next(digest),
            owner.value(),
            MAX_OPEN_UPLOADS);
    if (inserted.isPresent()) {
      return inserted.get();
    }
    // Another request of the same owner may have begun it.
    return find(owner, digest)
        .filter(row -> row.bytes() == bytes)
        .orElseThrow(
            () ->
                new UploadRejectedException(
                    Reason.TOO_MANY, MAX_OPEN_UPLOADS + " uploads are open, the maximum."));
  }

  static long partBytes(long bytes) {
    long needed = (bytes + MAX_PARTS - 1) / MAX_PARTS;
    return Math.max(MIN_PART_BYTES, (needed + MEBIBYTE - 1) / MEBIBYTE * MEBIBYTE);
  }

  /** If two requests begin it at the same time, the id that is recorded first counts. */
  private OpenUpload start(UploadRow row) {
    String multipart = store.findStarted(row.object()).orElseGet(() -> store.start(row.object()));
    int recorded =
        sql.update(
            """
            update upload set multipart = coalesce(multipart, ?)
            where id = ? and owner is not null and not deleting
            """,
            multipart,
            row.id());
    if (recorded == 0) {
      throw new Store.Unavailable("The upload was dropped meanwhile. Begin it again.");
    }
    return opened(row);
  }

  /** Also counts as a sign of life. */
  private Optional<UploadRow> find(UploadOwner owner, Digest digest) {
    return sql.find(
        """
        update upload set started_millis = now_millis()
        where owner = ? and digest = ? and not is_blob and not deleting
        returning
        """
            + UploadRow.COLUMNS,
        UploadRow::read,
        owner.value(),
        digest.hex());
  }

  private UploadRow require(UploadOwner owner, Digest digest) throws UploadRejectedException {
    return find(owner, digest)
        .filter(row -> row.multipart().isPresent())
        .orElseThrow(() -> unknown(digest));
  }

  private static UploadRejectedException unknown(Digest digest) {
    return new UploadRejectedException(
        Reason.UNKNOWN, "There is no open upload of " + digest + ".");
  }

  /** URLs to which consecutive parts are sent with PUT. They are valid for a limited time. */
  public List<URI> partUrls(UploadOwner owner, Digest digest, int firstPart, int count)
      throws UploadRejectedException {
    UploadRow row = require(owner, digest);
    if (firstPart < 1 || count < 1 || count > MAX_URLS || firstPart > row.parts() - count + 1) {
      throw new UploadRejectedException(
          Reason.WRONG_PARTS,
          "%d parts from part %d were requested; the upload has %d parts, and at most %d are given at a time."
              .formatted(count, firstPart, row.parts(), MAX_URLS));
    }
    return IntStream.range(firstPart, firstPart + count)
        .mapToObj(
            number ->
                store.partUrl(
                    row.object(), row.multipart().orElseThrow(), number, row.bytesOf(number)))
        .toList();
  }

  /**
   * Puts the parts together; then the reference exists.
   *
   * @param tags of all parts, beginning with part 1
   */
  public void complete(UploadOwner owner, Digest digest, List<String> tags, Reference reference)
      throws UploadRejectedException {
    UploadRow row = require(owner, digest);
    if (tags.size() != row.parts()) {
      throw new UploadRejectedException(
          Reason.WRONG_PARTS,
          "%d tags are given, and the upload has %d parts.".formatted(tags.size(), row.parts()));
    }
    if (tags.stream().anyMatch(tag -> tag.length() > MAX_TAG_LENGTH)) {
      throw new UploadRejectedException(
          Reason.WRONG_PARTS,
          "A tag has more than " + MAX_TAG_LENGTH + " characters; use those of the store.");
    }
    Optional<String> refusal = store.complete(row.object(), row.multipart().orElseThrow(), tags);
    if (keepIfStored(row, reference)) {
      return;
    }
    if (!isOpen(row) || store.parts(row.object(), row.multipart().orElseThrow()).isEmpty()) {
      drop(row);
      throw unknown(digest);
    }
    throw new UploadRejectedException(
        Reason.WRONG_PARTS,
        "The object store cannot put the parts together: "
            + refusal.orElse("the object has another size")
            + ".");
  }

  /**
   * If the object is complete, makes the reference. Two outputs of a part with the same content
   * share an upload while it is open; the one that is completed first keeps it, and the other one
   * needs an upload of its own.
   *
   * @return whether the reference exists, or was not needed any more
   */
  private boolean keepIfStored(UploadRow row, Reference reference) {
    if (store.bytes(row.object()).orElse(-1) != row.bytes()) {
      return false;
    }
    boolean isKept =
        sql.transaction(
            session -> {
              int marked =
                  session.update(
                      """
                  update upload set is_blob = true
                  where id = ? and owner is not null and not deleting and not is_blob
                  """,
                      row.id());
              if (marked > 0 && !reference.add(session, row.id())) {
                session.update("update upload set is_blob = false where id = ?", row.id());
                session.update(DROP, droppedMillis(), row.id());
              }
              return marked > 0;
            });
    return isKept || reference.exists();
  }

  private boolean isOpen(UploadRow row) {
    return sql.find(
            "select 1 from upload where id = ? and owner is not null and not is_blob and not deleting",
            found -> true,
            row.id())
        .orElse(false);
  }

  /** Ends an upload. It is deleted when no URL for it is valid any more. */
  public void abandon(UploadOwner owner, Digest digest) {
    find(owner, digest).ifPresent(this::drop);
  }

  private void drop(UploadRow row) {
    sql.update(DROP, droppedMillis(), row.id());
  }

  private long droppedMillis() {
    return ABANDONED_MILLIS - 2 * store.urlValidity().toMillis();
  }
}
