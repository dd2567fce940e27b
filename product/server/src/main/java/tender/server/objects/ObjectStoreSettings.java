package tender.server.objects;

import java.net.URI;
import java.util.Optional;

/**
 * How to use an object store.
 *
 * @param endpoint the URL of its S3 interface, without the bucket
 * @param publicEndpoint the URL by which clients and agents reach it, if it is another one
 * @param bucket the bucket of this market; no other program may write to it
 * @param region the region that requests are signed for
 */
public record ObjectStoreSettings(
    URI endpoint,
    Optional<URI> publicEndpoint,
    String bucket,
    String region,
    String accessKey,
    String secretKey) {

  /** Without the secret key. */
  @Override
  public String toString() {
    return endpoint + "/" + bucket;
  }
}
