package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import tender.bagfile.Digest;
import tender.core.model.Time;
import tender.server.model.UserId;
import tender.server.store.content.UserUploads;
import tender.server.store.uploads.OpenUpload;
import tender.server.store.uploads.UploadRejectedException;
import tender.server.store.uploads.UploadRejectedException.Reason;

/** A test of files that users send directly to a real object store. */
abstract class DirectUploadsTestCase extends ObjectStoreTestCase {
  static final UserId EVE = new UserId("eve");
  static final int PART_BYTES = 16 << 20;
  static final int LAST_BYTES = 5;
  static final byte[] CONTENT = content(1, PART_BYTES + LAST_BYTES);
  static final byte[] OTHER = content(2, PART_BYTES + LAST_BYTES);
  static final Digest DIGEST = Digest.of(CONTENT);
  static final long URLS_VALID_MILLIS = 15 * Time.MINUTE_MILLIS;

  final HttpClient http = HttpClient.newHttpClient();
  UserUploads uploads;

  @BeforeEach
  final void openUploads() {
    uploads = withObjects.userUploads().orElseThrow();
    database.users().create(EVE);
  }

  @AfterEach
  final void closeClient() {
    http.close();
  }

  final OpenUpload begin(UserId user) throws Exception {
    return uploads.begin(user, DIGEST, CONTENT.length).orElseThrow();
  }

  final List<String> send(UserId user, byte[] content) throws Exception {
    List<String> tags = new ArrayList<>();
    for (URI url : uploads.partUrls(user, DIGEST, 1, 2)) {
      int from = tags.size() * PART_BYTES;
      tags.add(
          put(url, Arrays.copyOfRange(content, from, Math.min(content.length, from + PART_BYTES))));
    }
    return tags;
  }

  final String put(URI url, byte[] part) throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(url).PUT(BodyPublishers.ofByteArray(part)).build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.headers().firstValue("ETag").orElseThrow();
  }

  final Object complete(UserId user, List<String> tags) throws Exception {
    uploads.complete(user, DIGEST, tags);
    return true;
  }

  final void addVerified(UserId user) throws Exception {
    withObjects.userFiles().add(user, DIGEST, new ByteArrayInputStream(CONTENT), CONTENT.length);
  }

  final byte[] read(UserId user) throws Exception {
    try (InputStream in = withObjects.userFiles().open(user, DIGEST, 0).orElseThrow()) {
      return in.readAllBytes();
    }
  }

  final void deleteAbandoned(long afterMillis) {
    withObjects.blobs().deleteAbandonedObjects(database.store().nowMillis() + afterMillis, 10);
  }

  final String objectName() {
    return sql.find(
            "select object from upload where owner is not null or is_blob", row -> row.getString(1))
        .orElseThrow();
  }

  final String multipart() {
    return sql.find("select multipart from upload", row -> row.getString(1)).orElseThrow();
  }

  static void assertRejected(Reason reason, Callable<?> call) {
    assertThatThrownBy(call::call)
        .isInstanceOfSatisfying(
            UploadRejectedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  static <T> List<T> concurrently(Callable<T> call) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<T> results = new ArrayList<>();
      for (Future<T> result : threads.invokeAll(List.of(call, call, call, call))) {
        results.add(result.get());
      }
      return results;
    }
  }
}
