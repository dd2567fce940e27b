package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.bagfile.Digest;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.store.content.BlobRejectedException;
import tender.server.store.content.BlobStore;
import tender.server.store.content.Pack;

/** Blobs and the result packs that are stored in them. */
class BlobsAndPacksTest extends DatabaseTestCase {
  private static final long ENOUGH = 100_000_000;
  private static final BagId BAG = new BagId("bag");
  private static final ReservationId ONE = TestTransactions.part(BAG, TestTransactions.provider(1));
  private static final ReservationId TWO = TestTransactions.part(BAG, TestTransactions.provider(2));

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        BlobStore.SMALL_BYTES,
        BlobStore.SMALL_BYTES + 1,
        BlobStore.CHUNK_BYTES - 1,
        BlobStore.CHUNK_BYTES,
        2 * BlobStore.CHUNK_BYTES + 7
      })
  void blobIsReadAsItWasWritten(int bytes) throws Exception {
    byte[] content = content(bytes);
    Digest digest = put(content);

    assertThat(database.blobs().open(digest).orElseThrow().readAllBytes()).isEqualTo(content);
    assertThat(database.blobs().sizes(List.of(digest))).containsEntry(digest, (long) bytes);
    InputStream single = database.blobs().open(digest).orElseThrow();
    for (int i = 0; i < Math.min(bytes, 3); i++) {
      assertThat(single.read()).isEqualTo(content[i] & 0xff);
    }
    put(content);
    assertThat(uploads())
        .as("the second write is skipped")
        .isEqualTo(bytes > BlobStore.SMALL_BYTES ? 1 : 0);
  }

  @Test
  void smallContentIsUploadedWhileOlderServerIsAlive() throws Exception {
    database.agentConnections().heartbeat("newer");
    sql.update("insert into replica (id, heartbeat_millis) values ('older', now_millis())");
    byte[] content = content(10);
    Digest digest = put(content);
    assertThat(uploads()).isEqualTo(1);
    assertThat(database.blobs().open(digest).orElseThrow().readAllBytes()).isEqualTo(content);

    sql.update("update replica set heartbeat_millis = heartbeat_millis - 60000 where id = 'older'");
    put(content(11));
    assertThat(uploads()).isEqualTo(1);
  }

  @Test
  void unwrittenBlobIsMissing() throws Exception {
    Digest stored = put(content(10));
    Digest missing = Digest.of(content(11));

    assertThat(database.blobs().sizes(List.of(missing, stored, missing))).containsOnlyKeys(stored);
    assertThat(database.blobs().open(missing)).isEmpty();
  }

  @Test
  void rejectedContentLeavesNothing() {
    byte[] content = content(2 * BlobStore.CHUNK_BYTES + 7);
    Digest digest = Digest.of(content);
    BlobStore blobs = database.blobs();

    assertThatThrownBy(() -> blobs.write(digest, new ByteArrayInputStream(content), 2_097_158))
        .isInstanceOfSatisfying(
            BlobRejectedException.class,
            e -> assertThat(e.reason()).isEqualTo(BlobRejectedException.Reason.TOO_LARGE));
    content[content.length - 1]++;
    assertThatThrownBy(() -> blobs.write(digest, new ByteArrayInputStream(content), ENOUGH))
        .isInstanceOfSatisfying(
            BlobRejectedException.class,
            e -> assertThat(e.reason()).isEqualTo(BlobRejectedException.Reason.WRONG_DIGEST));
    InputStream start = new ByteArrayInputStream(content(BlobStore.CHUNK_BYTES + 1));
    InputStream broken = new SequenceInputStream(start, new BrokenStream());
    assertThatThrownBy(() -> blobs.write(digest, broken, ENOUGH)).hasMessage("broken stream");
    assertThat(blobs.sizes(List.of(digest))).isEmpty();
    assertThat(uploads()).isZero();
  }

  @Test
  void concurrentWritesStoreOneBlob() throws Exception {
    byte[] content = content(3 * BlobStore.CHUNK_BYTES);
    Callable<Digest> write = () -> put(content);
    try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
      for (Future<Digest> future : executor.invokeAll(List.of(write, write, write, write))) {
        assertThat(database.blobs().open(future.get()).orElseThrow().readAllBytes())
            .isEqualTo(content);
      }
    }
    assertThat(uploads()).isEqualTo(1);
  }

  @Test
  void abandonedUploadIsDeletedAfterADay() throws Exception {
    Digest digest = put(content(10));
    sql.update("insert into upload default values");
    assertThat(database.blobs().deleteAbandoned(database.store().nowMillis(), 10)).isZero();
    sql.update("update upload set started_millis = started_millis - 48 * 3600 * 1000");

    assertThat(database.blobs().deleteAbandoned(database.store().nowMillis(), 10)).isEqualTo(1);
    assertThat(database.blobs().sizes(List.of(digest))).hasSize(1);
  }

  @Test
  void resultOfTheAcceptedReservationIsFound() throws Exception {
    TaskSet ofOne = TaskSet.first(4).plus(TaskSet.range(8, 10));
    Pack one = new Pack(ONE, ofOne, List.of(new TaskOutcome(0, ofOne)), put(content(1)));
    TaskSet ofTwo = TaskSet.range(3, 8);
    Pack two =
        new Pack(
            TWO,
            ofTwo,
            List.of(
                new TaskOutcome(0, TaskSet.range(3, 7)), new TaskOutcome(1, TaskSet.range(7, 8))),
            put(content(2)));
    database.packs().add(one);
    database.packs().add(two);
    database.packs().add(two);
    assertThat(database.packs().accepted(BAG)).as("nothing is accepted yet").isEmpty();
    assertThat(database.packs().find(BAG, 0)).isEmpty();

    database.store().commit(TestTransactions.accepted(BAG, 0, ONE, TaskSet.first(2)));
    database.store().commit(TestTransactions.accepted(BAG, 1, ONE, TaskSet.range(2, 3)));
    database.store().commit(TestTransactions.accepted(BAG, 2, TWO, ofTwo));
    assertThat(database.packs().find(BAG, 2)).contains(one.digest());
    assertThat(database.packs().find(BAG, 3)).contains(two.digest());
    assertThat(database.packs().find(BAG, 8)).as("was not accepted").isEmpty();
    assertThat(database.packs().find(new BagId("other"), 3)).isEmpty();
    assertThat(database.packs().accepted(BAG)).containsExactly(one.only(TaskSet.first(3)), two);
    assertThat(database.packs().storedMillis(BAG))
        .containsOnlyKeys(one.digest(), two.digest())
        .allSatisfy((_, millis) -> assertThat(millis).isPositive());
  }

  /** As after a crash of an agent, which then packs results again that it has already sent. */
  @Test
  void firstOfTwoPacksOfAReservationIsUsed() throws Exception {
    Pack first =
        new Pack(
            ONE, TaskSet.first(2), List.of(new TaskOutcome(0, TaskSet.first(2))), put(content(1)));
    Pack second =
        new Pack(
            ONE, TaskSet.first(3), List.of(new TaskOutcome(3, TaskSet.first(3))), put(content(2)));
    database.packs().add(first);
    database.packs().add(second);
    database.store().commit(TestTransactions.accepted(BAG, 0, ONE, TaskSet.first(3)));

    assertThat(database.packs().find(BAG, 1)).contains(first.digest());
    assertThat(database.packs().find(BAG, 2)).contains(second.digest());
    assertThat(database.packs().accepted(BAG))
        .containsExactly(first, second.only(TaskSet.range(2, 3)));
  }

  private Digest put(byte[] content) throws IOException, BlobRejectedException {
    Digest digest = Digest.of(content);
    database.blobs().write(digest, new ByteArrayInputStream(content), ENOUGH);
    return digest;
  }

  private int uploads() {
    return sql.find("select count(*) from upload", row -> row.getInt(1)).orElseThrow();
  }

  private static byte[] content(int bytes) {
    byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    return content;
  }

  private static final class BrokenStream extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("broken stream");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      return read();
    }
  }
}
