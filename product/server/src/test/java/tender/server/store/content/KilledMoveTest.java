package tender.server.store.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.ds.PGSimpleDataSource;
import tender.bagfile.Digest;
import tender.core.model.Time;
import tender.server.objects.BucketContents;
import tender.server.objects.ObjectStoreServer;
import tender.server.objects.S3ObjectStore;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.server.store.content.ContentMover.Target;
import tender.server.store.sql.Sql;
import tender.support.transfer.TransferListener;

/** A move that is killed before each of its changes, in PostgreSQL and in the store. */
@Tag("live")
class KilledMoveTest {
  private static final int BYTES = 70_000;
  private static final int LARGE_BYTES = ObjectContent.PART_BYTES + 5;

  /** Even points in one direction and odd ones in the other; all would take minutes. */
  private static final int STRIDE = 2;

  private static final int LARGE_TRIES = 2;
  private static final long KEPT_MILLIS = 30 * Time.MINUTE_MILLIS;

  private PGSimpleDataSource connections;
  private S3ObjectStore objects;
  private Sql sql;
  private BlobStore inDatabase;
  private BlobStore inStore;

  @BeforeEach
  void open() {
    DatabaseSettings settings = PostgresServer.shared().newDatabase();
    Database.open(settings, "here").close();
    connections = new PGSimpleDataSource();
    connections.setUrl(settings.jdbcUrl());
    objects = ObjectStoreServer.shared().newBucket();
    sql = new Sql(connections);
    inDatabase = new BlobStore(sql, Optional.of(objects), false);
    inStore = new BlobStore(sql, Optional.of(objects), true);
  }

  @AfterEach
  void close() {
    objects.close();
  }

  private ContentMover mover(Life life, Target target) {
    Sql mortal = new Sql(life.connections(connections));
    BlobStore blobs =
        new BlobStore(
            mortal,
            life.store(new DatabaseContent(mortal)),
            Optional.of(life.store(new ObjectContent(objects))),
            Optional.empty(),
            true);
    return new ContentMover(mortal, blobs, target, KEPT_MILLIS);
  }

  @ParameterizedTest
  @EnumSource
  void nextRunContinuesAfterAnyPoint(Target target) throws Exception {
    int points = target == Target.OBJECT_STORE ? 0 : 1;
    while (isKilled(target, BYTES, points)) {
      points += STRIDE;
    }
    assertThat(points).isGreaterThan(8);
  }

  @ParameterizedTest
  @EnumSource
  void nextRunContinuesALargeMove(Target target) throws Exception {
    put(target, LARGE_BYTES, 1);
    Life life = Life.endless();
    mover(life, target).move(_ -> TransferListener.NONE);
    deleteEverything();
    Random random = new Random(3);
    for (int i = 0; i < LARGE_TRIES; i++) {
      assertThat(isKilled(target, LARGE_BYTES, random.nextInt(life.passed()))).isTrue();
    }
  }

  /** Returns false if the move ended before the point. */
  private boolean isKilled(Target target, int bytes, int points) throws Exception {
    byte[] content = put(target, bytes, points);
    Life life = new Life(points);
    try {
      mover(life, target).move(_ -> TransferListener.NONE);
    } catch (Life.Killed e) {
      assertThat(life.isOver()).as("%s", e).isTrue();
    }
    assertReadable(content, points);
    deleteUnused();
    assertReadable(content, points);

    ContentMover.Report report = mover(Life.endless(), target).move(_ -> TransferListener.NONE);

    assertThat(report.remaining()).as("point %d", points).isZero();
    assertThat(report.failures()).isEmpty();
    deleteUnused();
    assertReadable(content, points);
    assertNothingElse(target, points);
    deleteEverything();
    return life.isOver();
  }

  private byte[] put(Target target, int bytes, int seed) throws Exception {
    byte[] content = new byte[bytes];
    new Random(seed).nextBytes(content);
    (target == Target.OBJECT_STORE ? inDatabase : inStore)
        .write(Digest.of(content), new ByteArrayInputStream(content), bytes);
    return content;
  }

  private void assertReadable(byte[] content, int points) throws Exception {
    try (InputStream in = inDatabase.open(Digest.of(content)).orElseThrow()) {
      assertThat(in.readAllBytes()).as("point %d", points).isEqualTo(content);
    }
  }

  private void assertNothingElse(Target target, int points) {
    assertThat(count("select count(*) from upload")).as("point %d", points).isEqualTo(1);
    BucketContents bucket = BucketContents.of(objects);
    assertThat(bucket.uploads()).as("point %d", points).isEmpty();
    assertThat(bucket.objects())
        .as("point %d", points)
        .isEqualTo(
            sql.list("select object from upload where object is not null", row -> row.getString(1)))
        .hasSize(target == Target.OBJECT_STORE ? 1 : 0);
    assertThat(count("select count(distinct upload) from chunk"))
        .isEqualTo(target == Target.OBJECT_STORE ? 0 : 1);
  }

  private int count(String query) {
    return sql.find(query, row -> row.getInt(1)).orElseThrow();
  }

  private void deleteEverything() {
    for (Digest digest : sql.list("select digest from blob", row -> new Digest(row.getString(1)))) {
      sql.update("delete from blob where digest = ?", digest.hex());
    }
    sql.update("update upload set is_blob = false, started_millis = 0");
    deleteUnused();
    assertThat(count("select count(*) from upload")).isZero();
  }

  /** What servers delete half an hour later. Unfinished copies are deleted after a day. */
  private void deleteUnused() {
    long nowMillis = System.currentTimeMillis() + KEPT_MILLIS + Time.MINUTE_MILLIS;
    inStore.deleteAbandoned(nowMillis, 100);
    inStore.deleteAbandonedObjects(nowMillis, 100);
  }
}
