package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tender.core.model.Time;
import tender.core.store.Store;
import tender.server.store.uploads.OpenUpload;
import tender.server.store.uploads.UploadRejectedException.Reason;

/** What users send to the object store without the server, with its rows in PostgreSQL. */
class DirectUploadsTest extends DirectUploadsTestCase {
  @Test
  void fileIsSentInPartsAndReadByTheServerAndByItsUrl() throws Exception {
    OpenUpload open = begin(ANNA);
    assertThat(open).isEqualTo(new OpenUpload(CONTENT.length, PART_BYTES, new TreeMap<>()));
    uploads.complete(ANNA, DIGEST, send(ANNA, CONTENT));

    assertThat(read(ANNA)).isEqualTo(CONTENT);
    try (InputStream end =
        withObjects.userFiles().open(ANNA, DIGEST, CONTENT.length - 2).orElseThrow()) {
      assertThat(end.readAllBytes()).containsExactly(CONTENT[CONTENT.length - 2], last(CONTENT));
    }
    var source = withObjects.userFiles().directSource(ANNA, DIGEST).orElseThrow();
    assertThat(source.bytes()).isEqualTo(CONTENT.length);
    assertThat(http.send(HttpRequest.newBuilder(source.url()).build(), BodyHandlers.ofByteArray()))
        .extracting(HttpResponse::body)
        .isEqualTo(CONTENT);
    assertThat(uploads.begin(ANNA, DIGEST, CONTENT.length)).as("the user has the file").isEmpty();
    uploads.complete(ANNA, DIGEST, List.of("repeated"));
    assertThat(count("select count(*) from blob")).isZero();
  }

  @Test
  void uploadContinuesWithThePartsThatWereSent() throws Exception {
    begin(ANNA);
    String tag = put(uploads.partUrls(ANNA, DIGEST, 2, 1).getFirst(), new byte[LAST_BYTES]);

    OpenUpload again = begin(ANNA);
    assertThat(again.tags()).containsOnlyKeys(2).containsEntry(2, tag);
    assertThat(count("select count(*) from upload")).isEqualTo(1);
    assertRejected(Reason.WRONG_PARTS, () -> complete(ANNA, List.of(tag, tag)));
    assertThat(begin(ANNA).tags()).containsOnlyKeys(2);

    uploads.complete(ANNA, DIGEST, send(ANNA, CONTENT));
    assertThat(read(ANNA)).isEqualTo(CONTENT);
  }

  @Test
  void largerFilesHaveLargerPartsAndNotMore() throws Exception {
    OpenUpload open = uploads.begin(ANNA, DIGEST, 1L << 40).orElseThrow();

    assertThat(open.partBytes()).isEqualTo(1_049L << 20);
    assertRejected(Reason.WRONG_PARTS, () -> uploads.partUrls(ANNA, DIGEST, 1_001, 1));
    uploads.partUrls(ANNA, DIGEST, 1_000, 1);
  }

  /** After a crash, each of these states is continued. */
  @Test
  void crashBetweenStepsIsContinued() throws Exception {
    begin(ANNA);
    sql.update("update upload set multipart = null");
    begin(ANNA);
    assertThat(objects.direct().findStarted(objectName())).as("the same").contains(multipart());
    sql.update("update upload set multipart = null");
    objects.delete(objectName());
    begin(ANNA);
    List<String> tags = send(ANNA, CONTENT);
    assertThat(objects.direct().complete(objectName(), multipart(), tags)).isEmpty();

    // Swift still lists the parts of the complete object, Amazon's store does not know them.
    Optional<OpenUpload> stored = uploads.begin(ANNA, DIGEST, CONTENT.length);
    if (stored.isPresent()) {
      uploads.complete(ANNA, DIGEST, List.copyOf(stored.get().tags().values()));
    }

    assertThat(read(ANNA)).isEqualTo(CONTENT);
    assertThat(count("select count(*) from upload")).isEqualTo(1);
  }

  @Test
  void uploadThatTheStoreHasForgottenStartsAgain() throws Exception {
    begin(ANNA);
    List<String> tags = send(ANNA, CONTENT);
    objects.delete(objectName());

    assertRejected(Reason.UNKNOWN, () -> complete(ANNA, tags));
    begin(ANNA);
    objects.delete(objectName());
    assertThat(begin(ANNA).tags()).isEmpty();

    uploads.complete(ANNA, DIGEST, send(ANNA, CONTENT));
    assertThat(read(ANNA)).isEqualTo(CONTENT);
  }

  @Test
  void simultaneousRequestsMakeOneFile() throws Exception {
    List<OpenUpload> open = concurrently(() -> begin(ANNA));
    assertThat(open).allMatch(upload -> upload.tags().isEmpty());
    assertThat(count("select count(*) from upload")).isEqualTo(1);
    List<String> tags = send(ANNA, CONTENT);

    concurrently(() -> complete(ANNA, tags));

    assertThat(read(ANNA)).isEqualTo(CONTENT);
    assertThat(count("select count(*) from upload where is_blob")).isEqualTo(1);
  }

  @Test
  void serverStoresTheSameFileMeanwhile() throws Exception {
    begin(ANNA);
    List<String> tags = send(ANNA, CONTENT);
    String direct = objectName();
    addVerified(ANNA);
    uploads.complete(ANNA, DIGEST, tags);

    assertThat(read(ANNA)).isEqualTo(CONTENT);
    deleteAbandoned(Time.DAY_MILLIS + Time.SECOND_MILLIS);
    assertThat(objects.isAbsent(direct)).isTrue();
    assertThat(read(ANNA)).isEqualTo(CONTENT);
  }

  @Test
  void abandonedUploadIsDeletedWhenItsUrlsHaveExpired() throws Exception {
    begin(ANNA);
    send(ANNA, CONTENT);
    String object = objectName();
    uploads.abandon(ANNA, DIGEST);

    assertRejected(Reason.UNKNOWN, () -> uploads.partUrls(ANNA, DIGEST, 1, 1));
    deleteAbandoned(URLS_VALID_MILLIS);
    assertThat(objects.isAbsent(object)).isFalse();
    deleteAbandoned(2 * URLS_VALID_MILLIS + Time.SECOND_MILLIS);
    assertThat(objects.isAbsent(object)).isTrue();
    assertThat(count("select count(*) from upload")).isZero();
  }

  @Test
  void uploadIsDeletedADayAfterItsUserAskedForIt() throws Exception {
    begin(ANNA);
    send(ANNA, CONTENT);
    String object = objectName();

    deleteAbandoned(Time.DAY_MILLIS - Time.MINUTE_MILLIS);
    assertThat(objects.isAbsent(object)).isFalse();
    sql.update("update upload set started_millis = started_millis - ?", Time.DAY_MILLIS);
    begin(ANNA);
    deleteAbandoned(0);
    assertThat(objects.isAbsent(object)).as("continued").isFalse();
    deleteAbandoned(Time.DAY_MILLIS + Time.SECOND_MILLIS);
    assertThat(objects.isAbsent(object)).isTrue();
    assertThat(count("select count(*) from upload")).isZero();
  }

  @Test
  void objectIsDeletedWithItsFile() throws Exception {
    begin(ANNA);
    uploads.complete(ANNA, DIGEST, send(ANNA, CONTENT));
    String object = objectName();
    deleteAbandoned(2 * Time.DAY_MILLIS);
    assertThat(objects.isAbsent(object)).as("in use").isFalse();

    sql.update("update file_check set due_millis = 0");
    // Also if a server of an earlier version does it.
    database.fileExpiry().checkFiles(database.store().nowMillis(), 10);
    database.fileExpiry().checkBlobs(10);
    deleteAbandoned(0);

    assertThat(objects.isAbsent(object)).isTrue();
    assertThat(count("select count(*) from upload")).isZero();
    assertThat(withObjects.userFiles().open(ANNA, DIGEST, 0)).isEmpty();
    begin(ANNA);
  }

  @Test
  void serverWithoutTheStoreCannotReadTheFile() throws Exception {
    begin(ANNA);
    uploads.complete(ANNA, DIGEST, send(ANNA, CONTENT));

    assertThat(database.userUploads()).isEmpty();
    assertThat(database.userFiles().directSource(ANNA, DIGEST)).isEmpty();
    assertThatThrownBy(() -> database.userFiles().open(ANNA, DIGEST, 0))
        .isInstanceOf(Store.Unavailable.class)
        .hasMessageContaining("object_store");
  }

  private static byte last(byte[] content) {
    return content[content.length - 1];
  }
}
