package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.core.model.Time;
import tender.server.objects.BucketContents;
import tender.server.store.content.ContentMover;
import tender.server.store.content.ContentMover.Target;
import tender.support.transfer.TransferListener;

/**
 * Content moves between the stores again and again, while users upload and read files and servers
 * delete unused content. The former copies are deleted immediately, so that readers must follow.
 */
class MoveUnderLoadTest extends ObjectStoreTestCase {
  private static final int MOVES = 4;
  private static final int MAX_BYTES = 3 << 20;

  private final Map<Digest, byte[]> kept = new ConcurrentHashMap<>();
  private final List<Digest> keptDigests = new CopyOnWriteArrayList<>();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger deleted = new AtomicInteger();
  private volatile boolean isOver;

  @Test
  void everyFileIsFoundAtAnyTime() throws Exception {
    Database former = Database.openWithFormerObjects(settings, "former", objects);
    List<Database> servers = List.of(withObjects, former);
    long moved = 0;
    try (ExecutorService threads = Executors.newFixedThreadPool(5)) {
      upload(servers, new Random(0), 20);
      List<Future<?>> load = new ArrayList<>();
      load.add(threads.submit(repeat(1, random -> read(servers, random))));
      load.add(threads.submit(repeat(2, random -> read(servers, random))));
      load.add(threads.submit(repeat(3, random -> upload(servers, random, 1))));
      load.add(threads.submit(repeat(4, random -> uploadUnused(servers, random))));
      load.add(threads.submit(repeat(5, _ -> deleteUnused())));
      for (int i = 0; i < MOVES; i++) {
        Target target = i % 2 == 0 ? Target.OBJECT_STORE : Target.POSTGRESQL;
        ContentMover.Report report =
            withObjects.contentMover(target).move(_ -> TransferListener.NONE);
        assertThat(report.failures()).isEmpty();
        moved += report.contents();
      }
      isOver = true;
      for (Future<?> one : load) {
        one.get();
      }
    }
    System.out.printf(
        "moved %d contents during %d reads; %d files were kept and %d deleted%n",
        moved, reads.get(), kept.size(), deleted.get());
    assertThat(moved).isGreaterThan(40);
    assertThat(reads.get()).isGreaterThan(20);

    withObjects.contentMover(Target.POSTGRESQL).move(_ -> TransferListener.NONE);
    for (int i = 0; i < 50 && count("select count(*) from upload where not is_blob") > 0; i++) {
      deleteUnused();
    }
    for (Digest digest : keptDigests) {
      try (InputStream in = database.userFiles().open(ANNA, digest, 0).orElseThrow()) {
        assertThat(in.readAllBytes()).isEqualTo(kept.get(digest));
      }
    }
    assertThat(BucketContents.of(objects)).isEqualTo(new BucketContents(List.of(), List.of()));
    assertThat(count("select count(*) from upload")).isEqualTo(kept.size());
    assertThat(count("select count(distinct upload) from chunk")).isEqualTo(kept.size());
    former.close();
  }

  @FunctionalInterface
  private interface Step {
    void run(Random random) throws Exception;
  }

  private Callable<Boolean> repeat(int seed, Step step) {
    Random random = new Random(seed);
    return () -> {
      try {
        while (!isOver) {
          step.run(random);
        }
        return true;
      } finally {
        isOver = true;
      }
    };
  }

  private void read(List<Database> servers, Random random) throws Exception {
    Digest digest = keptDigests.get(random.nextInt(keptDigests.size()));
    byte[] content = kept.get(digest);
    int from = random.nextInt(content.length);
    try (InputStream in =
        servers.get(random.nextInt(2)).userFiles().open(ANNA, digest, from).orElseThrow()) {
      byte[] start = in.readNBytes(random.nextInt(1_000));
      Thread.sleep(random.nextInt(100));
      byte[] rest = in.readAllBytes();
      assertThat(start).isEqualTo(Arrays.copyOfRange(content, from, from + start.length));
      assertThat(rest).isEqualTo(Arrays.copyOfRange(content, from + start.length, content.length));
    }
    reads.incrementAndGet();
  }

  private void upload(List<Database> servers, Random random, int files) throws Exception {
    for (int i = 0; i < files; i++) {
      byte[] content = add(servers, random);
      kept.put(Digest.of(content), content);
      keptDigests.add(Digest.of(content));
    }
  }

  private void uploadUnused(List<Database> servers, Random random) throws Exception {
    byte[] content = add(servers, random);
    sql.update("update file_check set due_millis = 0 where digest = ?", Digest.of(content).hex());
    deleted.incrementAndGet();
  }

  private static byte[] add(List<Database> servers, Random random) throws Exception {
    byte[] content = new byte[100_000 + random.nextInt(MAX_BYTES)];
    random.nextBytes(content);
    servers
        .get(random.nextInt(2))
        .userFiles()
        .add(ANNA, Digest.of(content), new ByteArrayInputStream(content), content.length);
    return content;
  }

  /** By the clock of half an hour later. Files of users are checked by the present time. */
  private void deleteUnused() {
    long nowMillis = database.store().nowMillis();
    withObjects.fileExpiry().checkFiles(nowMillis, 10);
    withObjects.fileExpiry().checkBlobs(10);
    long laterMillis = nowMillis + 31 * Time.MINUTE_MILLIS;
    withObjects.blobs().deleteAbandoned(laterMillis, 10);
    withObjects.blobs().deleteAbandonedObjects(laterMillis, 10);
  }
}
