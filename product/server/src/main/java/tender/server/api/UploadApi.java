package tender.server.api;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.server.api.view.UploadView;
import tender.server.model.UserId;

/**
 * Input files that users send to the market's object store without the server, in parts. An upload
 * belongs to its user and is found by the digest of the file, so it can be continued after any
 * crash. Every method may throw an {@link ApiException}, and all are idempotent.
 */
public interface UploadApi {

  /** Whether the market has an object store; without one, every other method is a conflict. */
  boolean isAvailable();

  /**
   * Begins an upload, or continues the open one.
   *
   * @param bytes the size of the file
   * @return empty if the user has the file
   */
  Optional<UploadView> begin(UserId user, Digest digest, long bytes);

  /** URLs to which consecutive parts are sent with PUT, for some minutes. */
  List<URI> partUrls(UserId user, Digest digest, int firstPart, int parts);

  /**
   * Makes a file of the user from the parts.
   *
   * @param tags of all parts, beginning with part 1, as the store has returned them
   */
  void complete(UserId user, Digest digest, List<String> tags);

  /** Ends an upload; its parts are deleted. Has no effect if there is none. */
  void abandon(UserId user, Digest digest);
}
