package tender.server.store.content;

import java.io.InputStream;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.protocol.LargeOutput;
import tender.server.store.sql.Session;
import tender.server.store.sql.Sql;
import tender.server.store.uploads.DirectUploads;
import tender.server.store.uploads.OpenUpload;
import tender.server.store.uploads.UploadOwner;
import tender.server.store.uploads.UploadRejectedException;
import tender.server.store.uploads.UploadRejectedException.Reason;

/**
 * Large outputs of tasks, which their providers send to the object store without the server. An
 * output belongs to its part, and is a result if the part's result of the task was accepted.
 */
public final class OutputRepository {
  private static final int MAX_OUTPUTS_OF_PART = 100_000;

  private final Sql sql;
  private final BlobStore blobs;
  private final Optional<DirectUploads> uploads;
  private final long maxBagBytes;

  /**
   * @param uploads empty without an object store
   * @param maxBagBytes how much is stored for one bag
   */
  public OutputRepository(
      Sql sql, BlobStore blobs, Optional<DirectUploads> uploads, long maxBagBytes) {
    this.sql = sql;
    this.blobs = blobs;
    this.uploads = uploads;
    this.maxBagBytes = maxBagBytes;
  }

  /** Whether there is an object store. */
  public boolean isAvailable() {
    return uploads.isPresent();
  }

  private DirectUploads uploads() {
    return uploads.orElseThrow(() -> new IllegalStateException("There is no object store."));
  }

  /** Begins or continues an upload; empty if the output is stored. */
  public Optional<OpenUpload> begin(LargeOutput output) throws UploadRejectedException {
    if (isStored(output)) {
      return Optional.empty();
    }
    requireQuota(output);
    return uploads()
        .begin(UploadOwner.of(output.part()), output.digest(), output.bytes(), reference(output));
  }

  private boolean isStored(LargeOutput output) {
    ReservationId part = output.part();
    return sql.find(
            """
            select digest, bytes from stored_output
            where bag = ? and task = ? and path = ? and round = ? and attempt = ? and provider = ?
            """,
            row ->
                row.getString(1).equals(output.digest().hex()) && row.getLong(2) == output.bytes(),
            part.call().bag().value(),
            output.taskIndex(),
            output.path().value(),
            part.call().round(),
            part.attempt(),
            part.provider().value())
        .orElse(false);
  }

  private record Used(long bytes, int outputs) {}

  private void requireQuota(LargeOutput output) throws UploadRejectedException {
    ReservationId part = output.part();
    Used used =
        sql.find(
                """
                select coalesce(sum(bytes), 0), count(*) from (
                  select bytes from stored_output where bag = ?
                  union all
                  select bytes from upload
                  where owner = ? and digest <> ? and not is_blob and not deleting) as sent
                """,
                row -> new Used(row.getLong(1), row.getInt(2)),
                part.call().bag().value(),
                UploadOwner.of(part).value(),
                output.digest().hex())
            .orElseThrow();
    if (output.bytes() > maxBagBytes - used.bytes() || used.outputs() >= MAX_OUTPUTS_OF_PART) {
      throw new UploadRejectedException(
          Reason.QUOTA_EXCEEDED,
          String.format(
              Locale.ROOT,
              "The output %s has %,d bytes, and %,d large outputs of its bag have %,d of at most %,d bytes.",
              output.path(),
              output.bytes(),
              used.outputs(),
              used.bytes(),
              maxBagBytes));
    }
  }

  /** See {@link DirectUploads#partUrls}. */
  public URI partUrl(LargeOutput output, int part) throws UploadRejectedException {
    return uploads().partUrls(UploadOwner.of(output.part()), output.digest(), part, 1).getFirst();
  }

  /** Makes an output of the parts. Has no effect if the output is stored. */
  public void complete(LargeOutput output, List<String> tags) throws UploadRejectedException {
    if (!isStored(output)) {
      uploads().complete(UploadOwner.of(output.part()), output.digest(), tags, reference(output));
    }
  }

  /** An output that was sent again with other content replaces the former one. */
  private DirectUploads.Reference reference(LargeOutput output) {
    return new DirectUploads.Reference() {
      @Override
      public boolean exists() {
        return isStored(output);
      }

      @Override
      public boolean add(Session session, long upload) throws SQLException {
        delete(session, output);
        return insert(session, output, upload);
      }
    };
  }

  private static void delete(Session session, LargeOutput output) throws SQLException {
    ReservationId part = output.part();
    session.update(
        """
        delete from stored_output
        where bag = ? and task = ? and path = ? and round = ? and attempt = ? and provider = ?
        """,
        part.call().bag().value(),
        output.taskIndex(),
        output.path().value(),
        part.call().round(),
        part.attempt(),
        part.provider().value());
  }

  /** Returns false if the bag was deleted meanwhile, or if the same output was stored meanwhile. */
  private static boolean insert(Session session, LargeOutput output, long upload)
      throws SQLException {
    ReservationId part = output.part();
    return session.update(
            """
            insert into stored_output
              (bag, task, path, round, attempt, provider, digest, bytes, upload)
            select ?, ?::integer, ?, ?::integer, ?::integer, ?, ?, ?::bigint, ?::bigint
            where exists (select from bag where id = ? for key share)
            on conflict do nothing
            """,
            part.call().bag().value(),
            output.taskIndex(),
            output.path().value(),
            part.call().round(),
            part.attempt(),
            part.provider().value(),
            output.digest().hex(),
            output.bytes(),
            upload,
            part.call().bag().value())
        > 0;
  }

  /**
   * Outputs that are results of a bag, by task and path.
   *
   * @param afterTask with {@code afterPath}, the last one of the previous page; -1 for the first
   */
  public List<StoredOutput> list(BagId bag, int afterTask, String afterPath, int limit) {
    return sql.list(
        """
        select task, path, digest, bytes
        from stored_output join accepted_result using (bag, round, attempt, provider)
        where bag = ? and tasks @> task and (task, path) > (?, ? collate "C")
        order by task, path limit ?
        """,
        row ->
            new StoredOutput(
                row.getInt(1),
                new RelativePath(row.getString(2)),
                new Digest(row.getString(3)),
                row.getLong(4)),
        bag.value(),
        afterTask,
        afterPath,
        limit);
  }

  private Optional<ContentLocation> locate(BagId bag, int task, RelativePath path) {
    return sql.find(
        """
        select upload.id, object, null::bytea, upload.bytes
        from stored_output
          join accepted_result using (bag, round, attempt, provider)
          join upload on upload.id = stored_output.upload
        where bag = ? and task = ? and path = ? and tasks @> task
        """,
        ContentLocation::read,
        bag.value(),
        task,
        path.value());
  }

  /** Where a result is read without the server; empty if there is none. */
  public Optional<DirectSource> directSource(BagId bag, int task, RelativePath path) {
    return locate(bag, task, path).flatMap(blobs::directSource);
  }

  /** The content of a result; empty if there is none. */
  public Optional<InputStream> open(BagId bag, int task, RelativePath path) {
    return blobs.open(() -> locate(bag, task, path), 0);
  }
}
