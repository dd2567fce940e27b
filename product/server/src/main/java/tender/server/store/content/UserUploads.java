package tender.server.store.content;

import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.server.model.UserId;
import tender.server.store.sql.Session;
import tender.server.store.uploads.DirectUploads;
import tender.server.store.uploads.OpenUpload;
import tender.server.store.uploads.UploadOwner;
import tender.server.store.uploads.UploadRejectedException;
import tender.server.store.uploads.UploadRejectedException.Reason;

/**
 * Input files that users send to the object store without the server. The file is its user's alone:
 * another user with the same digest gets nothing of it.
 */
public final class UserUploads {
  private final DirectUploads uploads;
  private final UserFileRepository files;

  private final long maxUserBytes;

  /**
   * @param maxUserBytes how much a user may store in this way, open uploads included
   */
  public UserUploads(DirectUploads uploads, UserFileRepository files, long maxUserBytes) {
    this.uploads = uploads;
    this.files = files;
    this.maxUserBytes = maxUserBytes;
  }

  /** Begins or continues an upload; empty if the user has the file. */
  public Optional<OpenUpload> begin(UserId user, Digest digest, long bytes)
      throws UploadRejectedException {
    if (files.missing(user, List.of(digest)).isEmpty()) {
      return Optional.empty();
    }
    long usedBytes = files.directBytes(user, digest);
    if (bytes > maxUserBytes - usedBytes) {
      throw new UploadRejectedException(
          Reason.QUOTA_EXCEEDED,
          String.format(
              Locale.ROOT,
              "The file has %,d bytes, and your stored input files have %,d of at most %,d bytes.",
              bytes,
              usedBytes,
              maxUserBytes));
    }
    return uploads.begin(UploadOwner.of(user), digest, bytes, reference(user, digest));
  }

  /** See {@link DirectUploads#partUrls}. */
  public List<URI> partUrls(UserId user, Digest digest, int firstPart, int count)
      throws UploadRejectedException {
    return uploads.partUrls(UploadOwner.of(user), digest, firstPart, count);
  }

  /** Makes a file of the user from the parts. Has no effect if the user has the file. */
  public void complete(UserId user, Digest digest, List<String> tags)
      throws UploadRejectedException {
    if (!files.missing(user, List.of(digest)).isEmpty()) {
      uploads.complete(UploadOwner.of(user), digest, tags, reference(user, digest));
    }
  }

  /** Ends an upload that is not complete. */
  public void abandon(UserId user, Digest digest) {
    uploads.abandon(UploadOwner.of(user), digest);
  }

  private DirectUploads.Reference reference(UserId user, Digest digest) {
    return new DirectUploads.Reference() {
      @Override
      public boolean exists() {
        return files.missing(user, List.of(digest)).isEmpty();
      }

      @Override
      public boolean add(Session session, long upload) throws SQLException {
        return files.add(session, user, digest, upload);
      }
    };
  }
}
