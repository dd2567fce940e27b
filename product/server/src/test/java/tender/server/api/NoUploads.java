package tender.server.api;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.server.api.view.UploadView;
import tender.server.model.UserId;

/** A market without an object store. */
final class NoUploads implements UploadApi {
  @Override
  public boolean isAvailable() {
    return false;
  }

  @Override
  public Optional<UploadView> begin(UserId user, Digest digest, long bytes) {
    throw unavailable();
  }

  @Override
  public List<URI> partUrls(UserId user, Digest digest, int firstPart, int parts) {
    throw unavailable();
  }

  @Override
  public void complete(UserId user, Digest digest, List<String> tags) {
    throw unavailable();
  }

  @Override
  public void abandon(UserId user, Digest digest) {
    throw unavailable();
  }

  private static ApiException unavailable() {
    return ApiException.conflict("This market has no object store.", "Use PUT /v1/blobs.");
  }
}
