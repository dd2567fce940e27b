package tender.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import tender.bagfile.InputFile;
import tender.server.model.ContentLimits;
import tender.server.objects.ObjectStoreSettings;

/**
 * The section {@code object_store} of a server's configuration.
 *
 * @param endpoint the URL of the S3 interface
 * @param publicEndpoint the URL by which clients and agents reach it; the same by default
 * @param bucket the bucket of this market
 * @param region the region that requests are signed for; us-east-1 by default
 * @param secretKeyFile a file whose first line is the secret key
 * @param newContent whether new content is stored there, and not in PostgreSQL; true by default
 * @param maxInputBytes the largest sum of the input files of a bag; 64 GiB by default
 * @param maxUserBytes how much a user may send directly to the store; 1 TiB by default
 * @param maxResultBytes how much agents may send directly for one bag; 1 TiB by default
 */
public record ObjectStoreSection(
    String endpoint,
    Optional<String> publicEndpoint,
    String bucket,
    Optional<String> region,
    String accessKey,
    Path secretKeyFile,
    Optional<Boolean> newContent,
    Optional<Long> maxInputBytes,
    Optional<Long> maxUserBytes,
    Optional<Long> maxResultBytes) {
  private static final String DEFAULT_REGION = "us-east-1";
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

  public ObjectStoreSection {
    require(endpoint, "endpoint", "the URL of the S3 interface, such as https://s3.example.org");
    require(bucket, "bucket", "the name of a bucket of this market");
    require(accessKey, "access_key", "the access key");
    require(secretKeyFile, "secret_key_file", "a file with the secret key");
    if (!BUCKET.matcher(bucket).matches()) {
      throw new IllegalArgumentException(
          "The setting 'object_store.bucket' is '%s'; it must have 3 to 63 lower-case letters, digits, dots and hyphens."
              .formatted(bucket));
    }
    long maxBytes = maxInputBytes.orElse(ContentLimits.DEFAULT_INPUT_BYTES);
    if (maxBytes < 1 || maxBytes > InputFile.MAX_BYTES) {
      throw new IllegalArgumentException(
          "The setting 'object_store.max_input_bytes' is %d; it must be from 1 to %d."
              .formatted(maxBytes, InputFile.MAX_BYTES));
    }
    requirePositive(maxUserBytes, "max_user_bytes");
    requirePositive(maxResultBytes, "max_result_bytes");
  }

  private static void requirePositive(Optional<Long> bytes, String setting) {
    if (bytes.orElse(1L) < 1) {
      throw new IllegalArgumentException(
          "The setting 'object_store.%s' is %d; it must be at least 1."
              .formatted(setting, bytes.orElseThrow()));
    }
  }

  private static void require(Object value, String setting, String meaning) {
    if (value == null) {
      throw new IllegalArgumentException(
          "The setting 'object_store.%s' is missing. Give %s.".formatted(setting, meaning));
    }
  }

  boolean storesNewContent() {
    return newContent.orElse(true);
  }

  ContentLimits limits() {
    return ContentLimits.objects(
        maxInputBytes.orElse(ContentLimits.DEFAULT_INPUT_BYTES),
        maxUserBytes.orElse(ContentLimits.DEFAULT_QUOTA_BYTES),
        maxResultBytes.orElse(ContentLimits.DEFAULT_QUOTA_BYTES));
  }

  /** Fails if a URL is invalid. */
  void validate() {
    var _ = uri(endpoint, "endpoint");
    var _ = publicUri();
  }

  private Optional<URI> publicUri() {
    return publicEndpoint.map(url -> uri(url, "public_endpoint"));
  }

  private static URI uri(String url, String setting) {
    try {
      URI uri = new URI(url);
      String scheme = String.valueOf(uri.getScheme());
      if (uri.getHost() != null && (scheme.equals("http") || scheme.equals("https"))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "The setting 'object_store.%s' is '%s'; it must be a URL such as https://s3.example.org."
            .formatted(setting, url));
  }

  /** Reads the secret key. */
  ObjectStoreSettings settings() {
    return new ObjectStoreSettings(
        uri(endpoint, "endpoint"),
        publicUri(),
        bucket,
        region.orElse(DEFAULT_REGION),
        accessKey,
        SecretFile.readPrivate(secretKeyFile, "object_store.secret_key_file"));
  }
}
