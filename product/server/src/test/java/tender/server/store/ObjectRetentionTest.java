package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.core.model.Time;
import tender.core.store.Store;
import tender.server.store.content.BlobRejectedException;

/** Content in an object store, with its rows in PostgreSQL. */
class ObjectRetentionTest extends ObjectStoreTestCase {
  private static final int BYTES = 100_000;

  @Test
  void contentIsAnObjectAndSmallContentIsARow() throws Exception {
    byte[] content = content(BYTES);
    put(content);
    put(content(10));

    assertThat(withObjects.blobs().open(Digest.of(content)).orElseThrow().readAllBytes())
        .isEqualTo(content);
    assertThat(withObjects.blobs().open(Digest.of(content), BYTES - 2).orElseThrow().readAllBytes())
        .containsExactly(content[BYTES - 2], content[BYTES - 1]);
    assertThat(objectNames()).singleElement().asString().startsWith(Digest.of(content).hex());
    assertThat(count("select count(*) from chunk")).isZero();
  }

  @Test
  void rejectedContentLeavesNoObject() throws Exception {
    Digest other = Digest.of(content(1));
    assertThatThrownBy(
            () ->
                withObjects
                    .blobs()
                    .write(other, new ByteArrayInputStream(content(20_000_000)), 30_000_000))
        .isInstanceOf(BlobRejectedException.class);

    assertThat(objectNames()).isEmpty();
    assertThat(count("select count(*) from upload")).isZero();
    put(content(BYTES));
    assertThat(objects.isAbsent(objectNames().getFirst())).isFalse();
  }

  @Test
  void unusedContentIsDeletedFromTheStore() throws Exception {
    byte[] content = content(BYTES);
    Digest digest = Digest.of(content);
    withObjects.userFiles().add(ANNA, digest, new ByteArrayInputStream(content), BYTES);
    String object = objectNames().getFirst();

    deleteUnused();
    assertThat(objects.isAbsent(object)).as("a user refers to it").isFalse();

    sql.update("update file_check set due_millis = 0");
    deleteUnused();
    assertThat(objects.isAbsent(object)).isTrue();
    assertThat(objectNames()).isEmpty();
    assertThat(withObjects.blobs().open(digest)).isEmpty();
  }

  /** After a crash, each of these states is found in the tables and is cleaned up. */
  @Test
  void crashBetweenStepsLeavesNothingThatIsNotFound() throws Exception {
    byte[] content = content(BYTES);
    put(content);
    String complete = objectNames().getFirst();
    sql.update("insert into blob_check (digest) values (?)", Digest.of(content).hex());
    database.fileExpiry().checkBlobs(10);
    assertThat(objects.isAbsent(complete)).as("marked, and not deleted").isFalse();
    sql.update("insert into upload (object, started_millis) values ('written', 0)");
    objects.put("written", content, content.length);
    sql.update("insert into upload (object, started_millis, deleting) values ('gone', 0, true)");
    sql.update("insert into upload (object, started_millis) values ('begun', 0)");
    objects.startMultipart("begun");

    deleteUnused();

    assertThat(objectNames()).isEmpty();
    for (String name : List.of(complete, "written", "gone", "begun")) {
      assertThat(objects.isAbsent(name)).as(name).isTrue();
    }
  }

  @Test
  void contentIsWrittenAgainWhileItsFirstObjectIsDeleted() throws Exception {
    byte[] content = content(BYTES);
    put(content);
    sql.update("insert into blob_check (digest) values (?)", Digest.of(content).hex());
    database.fileExpiry().checkBlobs(10);
    put(content);

    deleteUnused();

    assertThat(withObjects.blobs().open(Digest.of(content)).orElseThrow().readAllBytes())
        .isEqualTo(content);
    assertThat(objectNames()).hasSize(1);
  }

  @Test
  void uploadThatIsBeingDeletedDoesNotBecomeABlob() throws Exception {
    sql.update(
        "create function mark() returns trigger language plpgsql as"
            + " 'begin new.deleting = true; return new; end'");
    sql.update("create trigger mark before insert on upload for each row execute function mark()");
    put(content(BYTES));

    assertThat(count("select count(*) from blob")).isZero();
    assertThat(objectNames()).isEmpty();
  }

  @Test
  void serverWithoutTheStoreSaysSo() throws Exception {
    byte[] content = content(BYTES);
    put(content);

    assertThatThrownBy(() -> database.blobs().open(Digest.of(content)))
        .isInstanceOf(Store.Unavailable.class)
        .hasMessageContaining("object_store");
    assertThat(database.blobs().deleteAbandonedObjects(database.store().nowMillis(), 10)).isZero();
  }

  private void deleteUnused() {
    long nowMillis = database.store().nowMillis() + Time.SECOND_MILLIS;
    withObjects.fileExpiry().checkFiles(nowMillis, 10);
    withObjects.fileExpiry().checkBlobs(10);
    withObjects.blobs().deleteAbandoned(nowMillis, 10);
    withObjects.blobs().deleteAbandonedObjects(nowMillis, 10);
  }

  private void put(byte[] content) throws Exception {
    withObjects.blobs().write(Digest.of(content), new ByteArrayInputStream(content), 100_000_000);
  }

  private List<String> objectNames() {
    return sql.list("select object from upload where object is not null", row -> row.getString(1));
  }

  private static byte[] content(int bytes) {
    return content(bytes, bytes);
  }
}
