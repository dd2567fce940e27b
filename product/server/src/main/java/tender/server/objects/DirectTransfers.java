package tender.server.objects;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.awscore.presigner.PresignedRequest;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * Objects that users and agents send or read without the server, by presigned URLs. Such a URL
 * allows one request, until it expires, to every program that knows it. An object is sent in parts,
 * of which each has the size for which its URL was signed.
 */
public final class DirectTransfers implements AutoCloseable {
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;

  private final StoreCalls calls;
  private final String bucket;
  private final S3Client client;
  private final S3Presigner presigner;
  private final Duration urlValidity;

  DirectTransfers(
      StoreCalls calls,
      S3Client client,
      S3Configuration style,
      AwsCredentialsProvider keys,
      Duration urlValidity) {
    this.calls = calls;
    this.client = client;
    this.urlValidity = urlValidity;
    ObjectStoreSettings settings = calls.settings();
    bucket = settings.bucket();
    presigner =
        S3Presigner.builder()
            .endpointOverride(settings.publicEndpoint().orElse(settings.endpoint()))
            .region(Region.of(settings.region()))
            .credentialsProvider(keys)
            .serviceConfiguration(style)
            .build();
  }

  /** How long a URL is valid. A request that has begun in time may take longer. */
  public Duration urlValidity() {
    return urlValidity;
  }

  /** Begins an object that is sent in parts; returns the id of the upload. */
  public String start(String name) {
    return calls.attempt(
        "begin object " + name,
        () -> client.createMultipartUpload(request -> request.bucket(bucket).key(name)).uploadId());
  }

  /** The id of an upload that was begun and is not complete; empty if there is none. */
  public Optional<String> findStarted(String name) {
    return calls.attempt(
        "look for uploads of object " + name,
        () ->
            client
                .listMultipartUploads(request -> request.bucket(bucket).prefix(name))
                .uploads()
                .stream()
                .filter(upload -> upload.key().equals(name))
                .map(MultipartUpload::uploadId)
                .findFirst());
  }

  /** The parts that were sent; empty if the store does not know the upload, or no longer. */
  public Optional<List<StoredPart>> parts(String name, String upload) {
    return calls.attempt(
        "list the parts of object " + name,
        () -> {
          try {
            return Optional.of(
                client
                    .listPartsPaginator(
                        request -> request.bucket(bucket).key(name).uploadId(upload))
                    .parts()
                    .stream()
                    .map(part -> new StoredPart(part.partNumber(), part.size(), part.eTag()))
                    .toList());
          } catch (S3Exception e) {
            if (e.statusCode() == NOT_FOUND) {
              return Optional.empty();
            }
            throw e;
          }
        });
  }

  /** Where a part is sent with PUT. The store accepts it with exactly this many bytes. */
  public URI partUrl(String name, String upload, int number, long bytes) {
    return uri(
        presigner.presignUploadPart(
            request ->
                request
                    .signatureDuration(urlValidity)
                    .uploadPartRequest(
                        part ->
                            part.bucket(bucket)
                                .key(name)
                                .uploadId(upload)
                                .partNumber(number)
                                .contentLength(bytes))));
  }

  /** Where the object is read with GET, also ranges of it. */
  public URI url(String name) {
    return uri(
        presigner.presignGetObject(
            request ->
                request
                    .signatureDuration(urlValidity)
                    .getObjectRequest(object -> object.bucket(bucket).key(name))));
  }

  private static URI uri(PresignedRequest request) {
    try {
      return request.url().toURI();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The SDK has signed an invalid URL.", e);
    }
  }

  /**
   * Makes an object of its parts. Idempotent.
   *
   * @param tags of the parts, beginning with part 1
   * @return why the store does not do it: an unknown upload, a part that is missing, a wrong tag
   */
  public Optional<String> complete(String name, String upload, List<String> tags) {
    List<CompletedPart> parts =
        IntStream.range(0, tags.size())
            .mapToObj(i -> CompletedPart.builder().partNumber(i + 1).eTag(tags.get(i)).build())
            .toList();
    return calls.attempt(
        "complete object " + name,
        () -> {
          try {
            client.completeMultipartUpload(
                request ->
                    request
                        .bucket(bucket)
                        .key(name)
                        .uploadId(upload)
                        .multipartUpload(all -> all.parts(parts)));
            return Optional.empty();
          } catch (S3Exception e) {
            if (e.statusCode() == BAD_REQUEST || e.statusCode() == NOT_FOUND) {
              return Optional.of(e.awsErrorDetails().errorMessage());
            }
            throw e;
          }
        });
  }

  /** The size of a complete object; empty if there is none. */
  public OptionalLong bytes(String name) {
    return calls.attempt(
        "look for object " + name,
        () -> {
          try {
            return OptionalLong.of(
                client.headObject(request -> request.bucket(bucket).key(name)).contentLength());
          } catch (NoSuchKeyException e) {
            return OptionalLong.empty();
          }
        });
  }

  @Override
  public void close() {
    presigner.close();
  }
}
