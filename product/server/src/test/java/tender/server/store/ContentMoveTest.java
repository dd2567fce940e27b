package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.protocol.LargeOutput;
import tender.server.objects.BucketContents;
import tender.server.store.content.ContentMover;
import tender.server.store.content.ContentMover.Target;
import tender.server.store.uploads.UploadRejectedException.Reason;
import tender.support.transfer.TransferListener;

/** Content that is moved between PostgreSQL and a real object store. */
class ContentMoveTest extends DirectUploadsTestCase {
  private static final byte[] LARGE = content(3, 3 * (1 << 20) + 7);
  private static final byte[] MIDDLE = content(4, 100_000);
  private static final byte[] SMALL = content(5, 10);
  private static final BagId BAG = new BagId("b1");
  private static final RelativePath PATH = new RelativePath("model.bin");
  private static final LargeOutput OUTPUT =
      new LargeOutput(
          new ReservationId(new CallId(BAG, 1), 0, new ProviderId("north")),
          0,
          PATH,
          Digest.of(OTHER),
          OTHER.length);

  @Test
  void contentMovesToTheStore() throws Exception {
    addFile(database, LARGE);
    put(database, MIDDLE);
    put(database, SMALL);

    ContentMover.Report report = move(Target.OBJECT_STORE);

    assertThat(report.contents()).isEqualTo(2);
    assertThat(report.bytes()).isEqualTo(LARGE.length + MIDDLE.length);
    assertThat(report.failures()).isEmpty();
    assertThat(report.remaining()).isZero();
    assertThat(report.unused()).as("former copies").isEqualTo(2);
    assertThat(count("select count(*) from chunk")).as("kept for readers").isEqualTo(5);
    assertReadable(withObjects, LARGE, MIDDLE, SMALL);
    assertThat(withObjects.userFiles().directSource(ANNA, Digest.of(LARGE))).isPresent();

    deleteUnused();
    assertThat(count("select count(*) from chunk")).isZero();
    assertReadable(withObjects, LARGE, MIDDLE, SMALL);
    assertThat(BucketContents.of(objects).objects()).hasSize(2);
    ContentMover.Report again = move(Target.OBJECT_STORE);
    assertThat(again.contents()).isZero();
    assertThat(again.unused()).isZero();
  }

  @Test
  void allKindsOfContentMoveBack() throws Exception {
    addFile(withObjects, LARGE);
    put(withObjects, MIDDLE);
    begin(EVE);
    uploads.complete(EVE, DIGEST, send(EVE, CONTENT));
    addOutput();

    ContentMover.Report report = move(Target.POSTGRESQL);

    assertThat(report.contents()).isEqualTo(4);
    assertThat(report.remaining()).isZero();
    assertThat(BucketContents.of(objects).objects()).as("kept for readers").hasSize(4);
    assertThat(withObjects.userFiles().directSource(EVE, DIGEST)).isEmpty();
    assertThat(withObjects.outputs().directSource(BAG, 0, PATH)).isEmpty();
    deleteUnused();

    assertThat(BucketContents.of(objects)).isEqualTo(new BucketContents(List.of(), List.of()));
    assertReadable(database, LARGE, MIDDLE);
    try (InputStream in = database.userFiles().open(EVE, DIGEST, 0).orElseThrow()) {
      assertThat(in.readAllBytes()).isEqualTo(CONTENT);
    }
    try (InputStream in = database.outputs().open(BAG, 0, PATH).orElseThrow()) {
      assertThat(in.readAllBytes()).isEqualTo(OTHER);
    }
    assertThat(withObjects.userFiles().missing(ANNA, List.of(DIGEST)))
        .as("no other user has the file")
        .isNotEmpty();
  }

  /** What was moved counts for quotas and is deleted like other content. */
  @Test
  void movedContentIsDeletedWhenUnused() throws Exception {
    addFile(withObjects, LARGE);
    begin(ANNA);
    uploads.complete(ANNA, DIGEST, send(ANNA, CONTENT));
    move(Target.POSTGRESQL);
    assertRejected(
        Reason.QUOTA_EXCEEDED,
        () -> uploads.begin(ANNA, Digest.of(OTHER), MAX_USER_BYTES - CONTENT.length + 1));

    sql.update("update file_check set due_millis = 0");
    deleteUnused();

    for (String table : List.of("user_file", "blob", "upload", "chunk")) {
      assertThat(count("select count(*) from " + table)).as(table).isZero();
    }
    assertThat(BucketContents.of(objects).objects()).isEmpty();
  }

  @Test
  void contentWithAWrongDigestStays() throws Exception {
    begin(EVE);
    uploads.complete(EVE, DIGEST, send(EVE, OTHER));
    put(withObjects, MIDDLE);

    ContentMover.Report report = move(Target.POSTGRESQL);

    assertThat(report.contents()).isEqualTo(1);
    assertThat(report.failed()).isEqualTo(1);
    assertThat(report.failures())
        .singleElement()
        .asString()
        .contains("user eve", DIGEST.hex(), "digest");
    assertThat(report.remaining()).isEqualTo(1);
    assertThat(read(EVE)).isEqualTo(OTHER);
    assertThat(count("select count(*) from upload where copy_of is not null")).isZero();
  }

  @Test
  void missingObjectIsReportedAndOthersMove() throws Exception {
    put(withObjects, LARGE);
    objects.delete(objectName());
    put(withObjects, MIDDLE);

    ContentMover.Report report = move(Target.POSTGRESQL);

    assertThat(report.contents()).isEqualTo(1);
    assertThat(report.failures()).singleElement().asString().contains("missing");
    assertReadable(database, MIDDLE);
  }

  @Test
  void chunkThatIsMissingKeepsTheContentWhereItIs() throws Exception {
    put(database, LARGE);
    sql.update("update chunk set content = '\\x00' where index = 1");

    ContentMover.Report report = move(Target.OBJECT_STORE);

    assertThat(report.failed()).isEqualTo(1);
    assertThat(report.remaining()).isEqualTo(1);
    assertThat(BucketContents.of(objects).objects()).isEmpty();
    assertThat(count("select count(*) from chunk")).isEqualTo(4);
  }

  /** Reading began before the move, and ends after the former copy was deleted. */
  @ParameterizedTest
  @EnumSource
  void readerContinuesWithTheCopy(Target target) throws Exception {
    byte[] content = content(6, 24 << 20);
    put(target == Target.OBJECT_STORE ? database : withObjects, content);
    List<byte[]> read = new ArrayList<>();
    try (InputStream in = withObjects.blobs().open(Digest.of(content)).orElseThrow();
        InputStream fromMiddle =
            withObjects.blobs().open(Digest.of(content), 5_000_000).orElseThrow()) {
      read.add(in.readNBytes(1_500_000));
      move(target);
      deleteUnused();
      read.add(in.readAllBytes());
      assertThat(fromMiddle.readAllBytes())
          .isEqualTo(Arrays.copyOfRange(content, 5_000_000, content.length));
    }
    assertThat(read.getFirst()).isEqualTo(Arrays.copyOf(content, 1_500_000));
    assertThat(read.getLast()).isEqualTo(Arrays.copyOfRange(content, 1_500_000, content.length));
  }

  @Test
  void onlyOneProcessMoves() throws Exception {
    put(database, MIDDLE);
    sql.run(
        session -> {
          session.list(
              "select pg_advisory_lock(1836020000, hashtext(current_schema()))", _ -> true);
          assertThatThrownBy(() -> move(Target.OBJECT_STORE))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("Another process");
          return session.list(
              "select pg_advisory_unlock(1836020000, hashtext(current_schema()))", _ -> true);
        });
    assertThat(move(Target.OBJECT_STORE).contents()).isEqualTo(1);
  }

  @Test
  void newContentIsInPostgresqlWhileTheStoreIsEmptied() throws Exception {
    put(withObjects, LARGE);
    Database former = Database.openWithFormerObjects(settings, "former", objects);
    put(former, MIDDLE);

    assertReadable(former, LARGE, MIDDLE);
    assertThat(BucketContents.of(objects).objects()).hasSize(1);
    assertThat(former.userUploads()).isEmpty();
    assertThat(former.outputs().isAvailable()).isFalse();
    assertThat(former.contentMover(Target.POSTGRESQL).move(_ -> TransferListener.NONE).contents())
        .isEqualTo(1);
    former.close();
  }

  private ContentMover.Report move(Target target) {
    return withObjects.contentMover(target).move(_ -> TransferListener.NONE);
  }

  private void addOutput() throws Exception {
    sql.update("insert into bag (id, version, state) values (?, 1, '{}')", BAG.value());
    sql.update(
        "insert into accepted_result (bag, round, attempt, provider, tasks)"
            + " values (?, 1, 0, 'north', '{[0,5)}')",
        BAG.value());
    withObjects.outputs().begin(OUTPUT);
    List<String> tags = new ArrayList<>();
    for (int part = 1; part <= 2; part++) {
      int from = (part - 1) * PART_BYTES;
      tags.add(
          put(
              withObjects.outputs().partUrl(OUTPUT, part),
              Arrays.copyOfRange(OTHER, from, Math.min(OTHER.length, from + PART_BYTES))));
    }
    withObjects.outputs().complete(OUTPUT, tags);
  }

  private static void addFile(Database into, byte[] content) throws Exception {
    into.userFiles()
        .add(ANNA, Digest.of(content), new ByteArrayInputStream(content), content.length);
  }

  private static void put(Database into, byte[] content) throws Exception {
    into.blobs().write(Digest.of(content), new ByteArrayInputStream(content), content.length);
  }

  private static void assertReadable(Database from, byte[]... contents) throws Exception {
    for (byte[] content : contents) {
      try (InputStream in = from.blobs().open(Digest.of(content)).orElseThrow()) {
        assertThat(in.readAllBytes()).isEqualTo(content);
      }
    }
  }

  /** Half an hour later. */
  private void deleteUnused() {
    long nowMillis = database.store().nowMillis() + 31 * Time.MINUTE_MILLIS;
    withObjects.fileExpiry().checkFiles(nowMillis, 100);
    withObjects.fileExpiry().checkBlobs(100);
    withObjects.blobs().deleteAbandoned(nowMillis, 100);
    withObjects.blobs().deleteAbandonedObjects(nowMillis, 100);
  }
}
