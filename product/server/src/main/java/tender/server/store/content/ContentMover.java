package tender.server.store.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import tender.bagfile.Digest;
import tender.core.store.Store;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;
import tender.server.store.uploads.DirectUploads;
import tender.support.transfer.TransferListener;

/**
 * Moves content from PostgreSQL to an object store, or back, while servers read, write and delete
 * content.
 *
 * <p>The unit is the upload that has the bytes. Its content is copied to another upload, whose row
 * is written first; the copy is read again and its digest verified; then one transaction makes
 * everything that refers to the first upload refer to the copy. The first one is deleted later, as
 * an abandoned upload is, because readers may have begun with it. After an interruption between any
 * two steps the content is in one of the stores or in both, each reference names a complete copy,
 * and the next run deletes what has no reference.
 */
public final class ContentMover {
  /** Each has a part of an object in memory, at most. */
  public static final int THREADS = 4;

  /** More are only counted. */
  private static final int MAX_FAILURES = 100;

  private static final int LOCK = 1_836_020_000;
  private static final int LOCK_ATTEMPTS = 30;
  private static final int LOCK_INTERVAL_MILLIS = 100;

  private final Sql sql;
  private final BlobStore blobs;
  private final UploadScan uploads;
  private final Target target;
  private final long keptMillis;

  private volatile boolean isStopped;
  private long contents;
  private long bytes;
  private long failed;
  private final List<String> failures = new ArrayList<>();

  /** Where the content moves. */
  public enum Target {
    OBJECT_STORE,
    POSTGRESQL
  }

  /**
   * What was done.
   *
   * @param contents how many were moved
   * @param bytes how many they have
   * @param failed how many could not be moved, because their bytes are missing or wrong
   * @param failures the first of them, as sentences
   * @param remaining how many are complete and where they should not be
   * @param unused how many other uploads are there: incomplete ones, and those that will be deleted
   */
  public record Report(
      long contents, long bytes, long failed, List<String> failures, long remaining, long unused) {}

  /**
   * For one run.
   *
   * @param keptMillis how long the former copy of content is kept, for requests that read it
   */
  public ContentMover(Sql sql, BlobStore blobs, Target target, long keptMillis) {
    this.sql = sql;
    this.blobs = blobs;
    uploads = new UploadScan(sql, target == Target.POSTGRESQL);
    this.target = target;
    this.keptMillis = keptMillis;
  }

  /**
   * Moves all content that is complete now. A second run moves what became complete meanwhile.
   *
   * @param progress gets the number of bytes that will be moved
   * @throws IllegalStateException if another process moves content of this market
   */
  public Report move(LongFunction<TransferListener> progress) {
    return sql.run(
        session -> {
          lock(session);
          try {
            deleteUnfinishedCopies();
            TransferListener listener = progress.apply(bytesToMove());
            try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
              uploads.forEachPage(page -> move(page, threads, listener));
            }
            return report();
          } finally {
            unlock(session);
          }
        });
  }

  /** The lock of a process that was killed is released shortly after. */
  private static void lock(Session session) throws SQLException {
    for (int i = 0; i < LOCK_ATTEMPTS; i++) {
      if (session
          .find(
              "select pg_try_advisory_lock(?, hashtext(current_schema()))",
              row -> row.getBoolean(1),
              LOCK)
          .orElse(false)) {
        return;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(LOCK_INTERVAL_MILLIS);
      } catch (InterruptedException e) {
        throw interrupted(e);
      }
    }
    throw new IllegalStateException(
        "Another process moves content of this market. Wait until it has ended, or stop it.");
  }

  private static void unlock(Session session) throws SQLException {
    session.list(
        "select pg_advisory_unlock(?, hashtext(current_schema()))", row -> row.getBoolean(1), LOCK);
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("Interrupted. Run the same command again to continue.", e);
  }

  /** Those of an earlier run that was interrupted. */
  private void deleteUnfinishedCopies() {
    List<ContentId> copies;
    do {
      copies =
          sql.list(
              """
              select id, object from upload where copy_of is not null and not is_blob
              order by copy_of limit ?
              """,
              row -> new ContentId(row.getLong(1), Optional.ofNullable(row.getString(2))),
              UploadScan.ROWS);
      blobs.delete(copies);
    } while (!copies.isEmpty());
  }

  private long bytesToMove() {
    long[] sum = {0};
    uploads.forEachPage(page -> page.forEach(one -> sum[0] += one.canMove() ? one.bytes() : 0));
    return sum[0];
  }

  private Report report() {
    long[] counts = {0, 0};
    uploads.forEachPage(page -> page.forEach(one -> counts[one.canMove() ? 0 : 1]++));
    return new Report(contents, bytes, failed, List.copyOf(failures), counts[0], counts[1]);
  }

  private void move(List<StoredUpload> page, ExecutorService threads, TransferListener listener) {
    List<Callable<Boolean>> moves =
        page.stream()
            .filter(StoredUpload::canMove)
            .<Callable<Boolean>>map(one -> () -> moveUnlessStopped(one, listener))
            .toList();
    try {
      for (Future<Boolean> moved : threads.invokeAll(moves)) {
        moved.get();
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  /** After an outage of a store, all others would fail in the same way, each after its timeouts. */
  private boolean moveUnlessStopped(StoredUpload content, TransferListener listener)
      throws IOException {
    try {
      return !isStopped && move(content, listener);
    } catch (RuntimeException e) {
      isStopped = true;
      throw e;
    }
  }

  /** Returns whether it was moved; not if it is unused by now, or cannot be moved. */
  private boolean move(StoredUpload content, TransferListener listener) throws IOException {
    Optional<ContentId> copy = begin(content);
    if (copy.isEmpty()) {
      return false;
    }
    boolean isUsed = false;
    CountedStream source = new CountedStream(listener);
    try {
      Digest digest = content.digest().orElseThrow();
      source.copy(content, copy.get());
      verify(digest, content.bytes(), blobs.storeOf(copy.get()).open(copy.get(), 0));
      isUsed = use(content.id(), copy.get());
      count(isUsed ? content.bytes() : 0, isUsed);
    } catch (BlobRejectedException e) {
      fail(content, "Its bytes, or those of its copy, do not have its digest.");
    } catch (Store.Unavailable e) {
      if (!blobs.storeOf(content.id()).isAbsent(content.id())) {
        throw e;
      }
      fail(content, "Its bytes are missing.");
    } finally {
      if (!isUsed) {
        listener.transferred(-source.count);
        blobs.discard(copy.get());
      }
    }
    return isUsed;
  }

  private synchronized void count(long movedBytes, boolean isMoved) {
    bytes += movedBytes;
    contents += isMoved ? 1 : 0;
  }

  /** Content that was deleted meanwhile has no reference, and is no failure. */
  private void fail(StoredUpload content, String reason) {
    boolean isUsed =
        sql.find(
                "select is_blob from upload where id = ?",
                row -> row.getBoolean(1),
                content.id().upload())
            .orElse(false);
    if (isUsed) {
      synchronized (this) {
        failed++;
        if (failures.size() < MAX_FAILURES) {
          failures.add(
              "Not moved: %s, digest %s, upload %d. %s"
                  .formatted(
                      content.what(),
                      content.digest().orElseThrow(),
                      content.id().upload(),
                      reason));
        }
      }
    }
  }

  /** Empty if the content is unused by now, or is being copied. */
  private Optional<ContentId> begin(StoredUpload content) {
    Optional<String> object =
        target == Target.OBJECT_STORE
            ? blobs.objects().newName(content.digest().orElseThrow())
            : Optional.empty();
    return sql.find(
        """
        insert into upload (object, digest, bytes, copy_of)
        select ?, digest, bytes, id from upload where id = ? and is_blob
        on conflict do nothing returning id
        """,
        row -> new ContentId(row.getLong(1), object),
        object.orElse(null),
        content.id().upload());
  }

  private static void verify(Digest digest, long bytes, InputStream copy)
      throws IOException, BlobRejectedException {
    try (VerifiedStream verified = new VerifiedStream(digest, copy, bytes)) {
      try {
        verified.transferTo(OutputStream.nullOutputStream());
      } finally {
        verified.throwIfRejected();
      }
    }
  }

  /** Everything that refers to an upload refers to its copy then; false if nothing does. */
  private boolean use(ContentId former, ContentId copy) {
    return sql.transaction(
        session -> {
          session.update("set local enable_seqscan = off");
          int references = 0;
          for (String table : List.of("blob", "user_file", "stored_output")) {
            references +=
                session.update(
                    "update " + table + " set upload = ? where upload = ?",
                    copy.upload(),
                    former.upload());
          }
          if (references == 0) {
            return false;
          }
          int marked =
              session.update(
                  """
                  update upload set is_blob = true, copy_of = null where id = ? and not deleting
                  """,
                  copy.upload());
          if (marked == 0) {
            throw new Store.Unavailable("The copy was deleted meanwhile. Run the command again.");
          }
          session.update(
              """
              update upload set is_blob = false, owner = null, started_millis = now_millis() - ?
              where id = ?
              """,
              DirectUploads.ABANDONED_MILLIS - keptMillis,
              former.upload());
          return true;
        });
  }

  /** Counts the bytes that are copied. */
  private final class CountedStream {
    private final TransferListener listener;
    private long count;

    CountedStream(TransferListener listener) {
      this.listener = listener;
    }

    void copy(StoredUpload content, ContentId copy) throws IOException, BlobRejectedException {
      InputStream source = blobs.storeOf(content.id()).open(content.id(), 0);
      try (VerifiedStream verified =
          new VerifiedStream(
              content.digest().orElseThrow(),
              new FilterInputStream(source) {
                @Override
                public int read(byte[] into, int offset, int length) throws IOException {
                  int read = super.read(into, offset, length);
                  if (read > 0) {
                    count += read;
                    listener.transferred(read);
                  }
                  return read;
                }
              },
              content.bytes())) {
        try {
          blobs.storeOf(copy).write(copy, verified);
        } finally {
          verified.throwIfRejected();
        }
      }
    }
  }
}
