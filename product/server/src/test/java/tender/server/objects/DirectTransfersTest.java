package tender.server.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Presigned URLs of a real object store: what they allow, and what they do not. */
@Tag("live")
class DirectTransfersTest {
  private static final int PART_BYTES = 5 << 20;
  private static final String NAME = "object";
  private static final int OK = 200;
  private static final int PARTIAL_CONTENT = 206;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private final HttpClient http = HttpClient.newHttpClient();
  private final byte[] content = content(1, 2 * PART_BYTES + 3);
  private S3ObjectStore store;
  private DirectTransfers direct;

  @BeforeEach
  void open() {
    store = ObjectStoreServer.shared().newBucket();
    direct = store.direct();
  }

  @AfterEach
  void close() {
    store.close();
    http.close();
  }

  @Test
  void objectIsSentInPartsAndRead() throws Exception {
    String upload = direct.start(NAME);
    assertThat(direct.findStarted(NAME)).contains(upload);
    assertThat(direct.findStarted("obj")).as("a prefix").isEmpty();
    assertThat(direct.parts(NAME, upload)).contains(List.of());
    List<String> tags = sendAll(upload);
    assertThat(direct.parts(NAME, upload).orElseThrow())
        .extracting(StoredPart::number, StoredPart::bytes)
        .containsExactly(tuple(1, (long) PART_BYTES), tuple(2, (long) PART_BYTES), tuple(3, 3L));

    assertThat(direct.bytes(NAME)).isEmpty();
    assertThat(direct.complete(NAME, upload, tags)).isEmpty();

    assertThat(direct.bytes(NAME)).hasValue(content.length);
    HttpResponse<byte[]> all = get(direct.url(NAME), "bytes=0-");
    assertThat(all.body()).isEqualTo(content);
    HttpResponse<byte[]> range = get(direct.url(NAME), "bytes=" + (content.length - 5) + "-");
    assertThat(range.statusCode()).isEqualTo(PARTIAL_CONTENT);
    assertThat(range.body())
        .isEqualTo(Arrays.copyOfRange(content, content.length - 5, content.length));
    assertThat(direct.complete(NAME, upload, tags)).as("again").isEmpty();
  }

  @Test
  void partOfAnotherSizeIsRefused() throws Exception {
    String upload = direct.start(NAME);
    URI url = direct.partUrl(NAME, upload, 1, PART_BYTES);

    assertThat(put(url, content(1, PART_BYTES + 1)).statusCode()).isEqualTo(FORBIDDEN);
    assertThat(put(url, content(1, 1)).statusCode()).isEqualTo(FORBIDDEN);
    assertThat(direct.parts(NAME, upload)).contains(List.of());
  }

  @Test
  void urlIsForOneRequestOnly() throws Exception {
    String upload = direct.start(NAME);
    byte[] part = content(1, PART_BYTES);
    String url = direct.partUrl(NAME, upload, 1, PART_BYTES).toString();

    for (String other :
        List.of(
            url.replace("partNumber=1", "partNumber=2"),
            url.replace("/" + NAME + "?", "/other?"),
            url.replace("partNumber=1&", ""),
            url.replaceAll("uploadId=[^&]*&?", ""))) {
      assertThat(other).isNotEqualTo(url);
      assertThat(put(URI.create(other), part).statusCode()).as(other).isBetween(400, 499);
    }
    assertThat(get(URI.create(url), "bytes=0-").statusCode()).isEqualTo(FORBIDDEN);
    store.put("other", part, part.length);
    String read = direct.url(NAME).toString();
    assertThat(get(URI.create(read.replace("/" + NAME + "?", "/other?")), "bytes=0-").statusCode())
        .isEqualTo(FORBIDDEN);
    assertThat(put(URI.create(direct.url("other").toString()), part).statusCode())
        .isEqualTo(FORBIDDEN);
    assertThat(direct.parts(NAME, upload)).contains(List.of());
  }

  @Test
  void urlAllowsNoOtherMethod() throws Exception {
    store.put(NAME, content, content.length);
    String upload = direct.start("other");
    URI read = direct.url(NAME);
    URI write = direct.partUrl("other", upload, 1, PART_BYTES);
    List<String> methods = List.of("DELETE", "POST", "PUT", "GET", "HEAD");

    for (String method : methods) {
      byte[] body = method.equals("PUT") || method.equals("POST") ? content(2, 100) : new byte[0];
      assertThat(send(method, write, body)).as("%s to a part", method).isBetween(400, 501);
      if (!method.equals("GET")) {
        assertThat(send(method, read, body)).as("%s to an object", method).isBetween(400, 501);
      }
    }
    for (URI url : List.of(read, write)) {
      String all = url.toString().replaceFirst("/(object|other)\\?", "/?");
      assertThat(all).isNotEqualTo(url.toString());
      assertThat(send("GET", URI.create(all), new byte[0])).as("list").isBetween(400, 499);
    }
    assertThat(get(read, "bytes=0-").body()).isEqualTo(content);
    assertThat(direct.parts("other", upload)).contains(List.of());
  }

  @Test
  void partWithoutASizeIsRefused() throws Exception {
    String upload = direct.start(NAME);
    URI url = direct.partUrl(NAME, upload, 1, PART_BYTES);

    HttpResponse<byte[]> answer =
        http.send(
            HttpRequest.newBuilder(url)
                .PUT(
                    BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(content(1, PART_BYTES))))
                .build(),
            BodyHandlers.ofByteArray());

    assertThat(answer.statusCode()).isBetween(400, 499);
    assertThat(direct.parts(NAME, upload)).contains(List.of());
  }

  @Test
  void expiredUrlIsRefused() throws Exception {
    store.put(NAME, content, content.length);
    try (S3ObjectStore brief = new S3ObjectStore(store.settings(), Duration.ofSeconds(1))) {
      URI read = brief.direct().url(NAME);
      String upload = direct.start(NAME);
      URI write = brief.direct().partUrl(NAME, upload, 1, PART_BYTES);
      Thread.sleep(2_500);

      assertThat(get(read, "bytes=0-").statusCode()).isEqualTo(FORBIDDEN);
      assertThat(put(write, content(1, PART_BYTES)).statusCode()).isEqualTo(FORBIDDEN);
      assertThat(direct.parts(NAME, upload)).contains(List.of());
    }
  }

  @Test
  void urlsAreSignedForThePublicEndpoint() throws Exception {
    ObjectStoreSettings own = store.settings();
    URI other = URI.create(own.endpoint().toString().replace("127.0.0.1", "localhost"));
    ObjectStoreSettings settings =
        new ObjectStoreSettings(
            own.endpoint(),
            Optional.of(other),
            own.bucket(),
            own.region(),
            own.accessKey(),
            own.secretKey());
    store.put(NAME, content, content.length);
    try (S3ObjectStore reachedByOthers = new S3ObjectStore(settings)) {
      URI url = reachedByOthers.direct().url(NAME);

      assertThat(url).hasHost("localhost");
      assertThat(get(url, "bytes=0-").body()).isEqualTo(content);
    }
  }

  /**
   * Amazon's store refuses a part after the completion. Swift accepts it, and then the object
   * cannot be read, because its list of parts has another tag: it never has other content.
   */
  @Test
  void partAfterCompletionDoesNotReplaceContent() throws Exception {
    String upload = direct.start(NAME);
    URI url = direct.partUrl(NAME, upload, 1, PART_BYTES);
    assertThat(direct.complete(NAME, upload, sendAll(upload))).isEmpty();

    put(url, content(2, PART_BYTES));

    HttpResponse<byte[]> read = get(direct.url(NAME), "bytes=0-");
    assertThat(read.statusCode() >= 400 || Arrays.equals(read.body(), content))
        .as("status %s", read.statusCode())
        .isTrue();
  }

  @Test
  void partOfDeletedUploadIsRefused() throws Exception {
    String upload = direct.start(NAME);
    URI url = direct.partUrl(NAME, upload, 1, PART_BYTES);
    put(url, content(1, PART_BYTES));

    store.delete(NAME);

    assertThat(put(url, content(1, PART_BYTES)).statusCode()).isEqualTo(NOT_FOUND);
    assertThat(direct.parts(NAME, upload)).isEmpty();
    assertThat(direct.complete(NAME, upload, List.of("a"))).isPresent();
    assertThat(store.isAbsent(NAME)).isTrue();
  }

  @Test
  void objectIsNotMadeOfMissingOrWrongParts() throws Exception {
    String upload = direct.start(NAME);
    List<String> tags = sendAll(upload);
    List<String> swapped = new ArrayList<>(tags);
    Collections.swap(swapped, 0, 1);
    List<String> more = new ArrayList<>(tags);
    more.add(tags.getLast());

    for (List<String> wrong : List.of(swapped, more, List.of("x"), List.of("<&>"))) {
      assertThat(direct.complete(NAME, upload, wrong)).as("%s", wrong).isPresent();
    }
    assertThat(direct.bytes(NAME)).isEmpty();
    assertThat(direct.complete(NAME, upload, tags)).isEmpty();
  }

  private List<String> sendAll(String upload) throws Exception {
    List<String> tags = new ArrayList<>();
    for (int from = 0; from < content.length; from += PART_BYTES) {
      byte[] part = Arrays.copyOfRange(content, from, Math.min(content.length, from + PART_BYTES));
      HttpResponse<byte[]> answer =
          put(direct.partUrl(NAME, upload, tags.size() + 1, part.length), part);
      assertThat(answer.statusCode()).isEqualTo(OK);
      tags.add(answer.headers().firstValue("ETag").orElseThrow());
    }
    return tags;
  }

  private HttpResponse<byte[]> put(URI url, byte[] part) throws Exception {
    return http.send(
        HttpRequest.newBuilder(url).PUT(BodyPublishers.ofByteArray(part)).build(),
        BodyHandlers.ofByteArray());
  }

  private int send(String method, URI url, byte[] body) throws Exception {
    return http.send(
            HttpRequest.newBuilder(url).method(method, BodyPublishers.ofByteArray(body)).build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  private HttpResponse<byte[]> get(URI url, String range) throws Exception {
    return http.send(
        HttpRequest.newBuilder(url).header("Range", range).build(), BodyHandlers.ofByteArray());
  }

  private static byte[] content(int seed, int bytes) {
    byte[] content = new byte[bytes];
    new Random(seed).nextBytes(content);
    return content;
  }
}
