package tender.server.bags;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.server.api.ApiException;
import tender.server.api.UploadApi;
import tender.server.api.view.UploadView;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.content.UserUploads;
import tender.server.store.uploads.UploadRejectedException;

/** Checks what users request for direct uploads, and explains rejections. */
final class UploadService implements UploadApi {
  private final Optional<UserUploads> uploads;
  private final long maxFileBytes;

  UploadService(Database database) {
    uploads = database.userUploads();
    maxFileBytes = database.contentLimits().maxFileBytes();
  }

  @Override
  public boolean isAvailable() {
    return uploads.isPresent();
  }

  @Override
  public Optional<UploadView> begin(UserId user, Digest digest, long bytes) {
    if (bytes < 1) {
      throw ApiException.invalid(
          "bytes is " + bytes + ", but only files with content are sent in parts.",
          "Send an empty file with PUT /v1/blobs.");
    }
    if (bytes > maxFileBytes) {
      throw new ApiException(
          ApiException.Kind.TOO_LARGE,
          String.format(
              Locale.ROOT,
              "The file has %,d bytes; the limit of this market is %,d bytes.",
              bytes,
              maxFileBytes),
          "Split the file, or let the tasks download it.");
    }
    return call(all -> all.begin(user, digest, bytes))
        .map(open -> new UploadView(open.partBytes(), open.tags()));
  }

  @Override
  public List<URI> partUrls(UserId user, Digest digest, int firstPart, int parts) {
    return call(all -> all.partUrls(user, digest, firstPart, parts));
  }

  @Override
  public void complete(UserId user, Digest digest, List<String> tags) {
    call(
        all -> {
          all.complete(user, digest, tags);
          return true;
        });
  }

  @Override
  public void abandon(UserId user, Digest digest) {
    call(
        all -> {
          all.abandon(user, digest);
          return true;
        });
  }

  @FunctionalInterface
  private interface Call<T> {
    T of(UserUploads uploads) throws UploadRejectedException;
  }

  private <T> T call(Call<T> call) {
    UserUploads all =
        uploads.orElseThrow(
            () ->
                ApiException.conflict(
                    "This market has no object store.", "Send files with PUT /v1/blobs."));
    return mapErrors(
        () -> {
          try {
            return call.of(all);
          } catch (UploadRejectedException e) {
            throw rejection(e);
          }
        });
  }

  private static ApiException rejection(UploadRejectedException e) {
    String message = String.valueOf(e.getMessage());
    return switch (e.reason()) {
      case TOO_MANY -> ApiException.tooMany(message, "Complete or end some of them first.");
      case UNKNOWN -> ApiException.notFound(message, "Begin it again; sent parts may be lost.");
      case WRONG_PARTS -> ApiException.invalid(message, "Begin it again to see which are missing.");
      case QUOTA_EXCEEDED ->
          new ApiException(
              ApiException.Kind.TOO_LARGE,
              message,
              "Delete bags that you no longer need (tender delete), or ask the market's operator.");
    };
  }
}
