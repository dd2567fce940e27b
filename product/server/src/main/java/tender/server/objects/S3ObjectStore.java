package tender.server.objects;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchBucketException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import tender.core.store.Store;

/**
 * The objects in one bucket. A call that fails, also because the store refuses it, throws {@link
 * Store.Unavailable}, because the configuration or the store must be repaired before the caller's
 * next attempt.
 */
public final class S3ObjectStore implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** The store may copy an object before it answers that it is complete. */
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(60);

  /** Enough for the transfer of a part to begin, and little for a URL that others learn. */
  private static final Duration URL_VALIDITY = Duration.ofMinutes(15);

  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final int NOT_FOUND = 404;
  private static final int SERVER_ERROR = 500;
  private static final System.Logger LOG = System.getLogger(S3ObjectStore.class.getName());

  private final ObjectStoreSettings settings;
  private final StoreCalls calls;
  private final S3Client client;
  private final DirectTransfers direct;

  /** Connects to nothing yet. */
  public S3ObjectStore(ObjectStoreSettings settings) {
    this(settings, URL_VALIDITY);
  }

  /** For tests of expired URLs. */
  S3ObjectStore(ObjectStoreSettings settings, Duration urlValidity) {
    this.settings = settings;
    calls = new StoreCalls(settings);
    var keys =
        StaticCredentialsProvider.create(
            AwsBasicCredentials.create(settings.accessKey(), settings.secretKey()));
    // A bucket's own host name needs DNS, and chunks with signatures need a recent server.
    S3Configuration style =
        S3Configuration.builder()
            .pathStyleAccessEnabled(true)
            .chunkedEncodingEnabled(false)
            .build();
    client =
        S3Client.builder()
            .endpointOverride(settings.endpoint())
            .region(Region.of(settings.region()))
            .credentialsProvider(keys)
            .httpClientBuilder(
                UrlConnectionHttpClient.builder()
                    .connectionTimeout(CONNECT_TIMEOUT)
                    .socketTimeout(RESPONSE_TIMEOUT))
            .serviceConfiguration(style)
            // Swift and others do not know the SDK's checksums. Digests are checked by the readers.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .build();
    direct = new DirectTransfers(calls, client, style, keys, urlValidity);
  }

  ObjectStoreSettings settings() {
    return settings;
  }

  /** Transfers of clients and agents that do not pass through the server. */
  public DirectTransfers direct() {
    return direct;
  }

  /** Creates the bucket if it does not exist; fails if the store cannot be used. */
  public void requireBucket() {
    calls.attempt(
        "open the bucket",
        () -> {
          try {
            return client.headBucket(request -> request.bucket(settings.bucket()));
          } catch (NoSuchBucketException e) {
            return client.createBucket(request -> request.bucket(settings.bucket()));
          }
        });
  }

  /**
   * The same for a server that starts while the store is down or starts too: it waits this long. A
   * store that refuses the request is not waited for, because its settings are wrong.
   */
  public void awaitBucket(Duration patience) {
    Instant end = Instant.now().plus(patience);
    while (true) {
      try {
        requireBucket();
        return;
      } catch (Store.Unavailable e) {
        if (isRefusal(e.getCause()) || Instant.now().isAfter(end)) {
          throw e;
        }
        LOG.log(Level.WARNING, "Object store unavailable; will retry: cause={0}", e.getMessage());
      }
      try {
        Thread.sleep(RETRY_DELAY);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Store.Unavailable("The server is shutting down.");
      }
    }
  }

  private static boolean isRefusal(@Nullable Throwable failure) {
    return failure instanceof S3Exception answer && answer.statusCode() < SERVER_ERROR;
  }

  /** Stores an object, or replaces it. */
  public void put(String name, byte[] content, int length) {
    calls.attempt(
        "write object " + name,
        () ->
            client.putObject(
                request -> request.bucket(settings.bucket()).key(name), body(content, length)));
  }

  /** Begins an object that is sent in parts; returns the id of the upload. */
  public String startMultipart(String name) {
    return calls.attempt(
        "begin object " + name,
        () ->
            client
                .createMultipartUpload(request -> request.bucket(settings.bucket()).key(name))
                .uploadId());
  }

  /**
   * Stores a part of an object; returns its tag.
   *
   * @param number from 1 to 10,000
   * @param length at least 5 MiB, except for the last part
   */
  public String putPart(String name, String upload, int number, byte[] content, int length) {
    return calls.attempt(
        "write part " + number + " of object " + name,
        () ->
            client
                .uploadPart(
                    request ->
                        request
                            .bucket(settings.bucket())
                            .key(name)
                            .uploadId(upload)
                            .partNumber(number),
                    body(content, length))
                .eTag());
  }

  /**
   * Makes an object of its parts.
   *
   * @param tags of the parts, beginning with part 1
   */
  public void completeMultipart(String name, String upload, List<String> tags) {
    List<CompletedPart> parts =
        IntStream.range(0, tags.size())
            .mapToObj(i -> CompletedPart.builder().partNumber(i + 1).eTag(tags.get(i)).build())
            .toList();
    calls.attempt(
        "complete object " + name,
        () ->
            client.completeMultipartUpload(
                request ->
                    request
                        .bucket(settings.bucket())
                        .key(name)
                        .uploadId(upload)
                        .multipartUpload(all -> all.parts(parts))));
  }

  /** The content of an object from this byte on; empty if there is no such object. */
  public Optional<InputStream> open(String name, long fromByte) {
    return calls.attempt(
        "read object " + name,
        () -> {
          try {
            return Optional.of(
                new ObjectStream(
                    name,
                    client.getObject(
                        request -> {
                          request.bucket(settings.bucket()).key(name);
                          if (fromByte > 0) {
                            request.range("bytes=" + fromByte + "-");
                          }
                        })));
          } catch (NoSuchKeyException e) {
            return Optional.empty();
          }
        });
  }

  /** Whether the store has neither this object nor an incomplete upload of it. */
  public boolean isAbsent(String name) {
    return calls.attempt(
        "look for object " + name,
        () -> {
          try {
            client.headObject(request -> request.bucket(settings.bucket()).key(name));
            return false;
          } catch (NoSuchKeyException e) {
            return uploads(name).isEmpty();
          }
        });
  }

  /** Deletes an object and its incomplete uploads. Has no effect if there are none. */
  public void delete(String name) {
    calls.attempt(
        "delete object " + name,
        () -> {
          for (MultipartUpload upload : uploads(name)) {
            abort(name, upload.uploadId());
          }
          return ignoringAbsence(
              () -> client.deleteObject(request -> request.bucket(settings.bucket()).key(name)));
        });
  }

  private List<MultipartUpload> uploads(String name) {
    return client
        .listMultipartUploads(request -> request.bucket(settings.bucket()).prefix(name))
        .uploads();
  }

  private void abort(String name, String upload) {
    ignoringAbsence(
        () -> {
          try {
            return client.abortMultipartUpload(
                request -> request.bucket(settings.bucket()).key(name).uploadId(upload));
          } catch (NoSuchUploadException e) {
            return name;
          }
        });
  }

  /** Another server may delete the same object. */
  private static boolean ignoringAbsence(Supplier<?> call) {
    try {
      return call.get() != null;
    } catch (S3Exception e) {
      if (e.statusCode() == NOT_FOUND) {
        return false;
      }
      throw e;
    }
  }

  private static RequestBody body(byte[] content, int length) {
    // A repeated attempt reads the same bytes again.
    return RequestBody.fromContentProvider(
        () -> new ByteArrayInputStream(content, 0, length), length, "application/octet-stream");
  }

  @Override
  public void close() {
    direct.close();
    client.close();
  }

  /** The content of an object. A connection that breaks means that the store is unavailable. */
  private final class ObjectStream extends InputStream {
    private final String name;
    private final InputStream content;

    ObjectStream(String name, InputStream content) {
      this.name = name;
      this.content = content;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      try {
        return content.read(into, offset, length);
      } catch (IOException | SdkException e) {
        throw calls.unavailable("read object " + name, e);
      }
    }

    @Override
    public void close() {
      try {
        content.close();
      } catch (IOException | SdkException e) {
        throw calls.unavailable("read object " + name, e);
      }
    }
  }
}
