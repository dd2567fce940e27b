package tender.server.objects;

import java.net.URI;

/**
 * How to use an object store.
 *
 * @param endpoint the URL of its S3 interface, without the bucket
 * @param bucket the bucket of this market; no other program may write to it
 * @param region the region that requests are signed for
 */
public record ObjectStoreSettings(
    URI endpoint, String bucket, String region, String accessKey, String secretKey) {

  /** Without the secret key. */
  @Override
  public String toString() {
    return endpoint + "/" + bucket;
  }
}
