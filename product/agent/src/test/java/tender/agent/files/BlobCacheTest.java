package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Digest;
import tender.core.model.BagId;

@Timeout(60)
class BlobCacheTest {
  private static final BagId BAG = new BagId("b1");
  private static final int SECONDS = 30;

  @TempDir private Path folder;

  private Path copy(BlobCache cache, String content, String name) throws IOException {
    Path to = folder.resolve(name);
    cache.copy(BAG, Digest.of(content.getBytes(UTF_8)), to);
    return to;
  }

  @Test
  void differentContentIsFetchedAtTheSameTime() throws Exception {
    CyclicBarrier bothFetch = new CyclicBarrier(2);
    BlobCache cache =
        new BlobCache(
            folder.resolve("blobs"),
            (_, digest, to) -> {
              await(bothFetch);
              String content = digest.equals(Digest.of("one".getBytes(UTF_8))) ? "one" : "two";
              Files.writeString(to, content);
            });
    List<Callable<Path>> copies =
        List.of(() -> copy(cache, "one", "1"), () -> copy(cache, "two", "2"));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Path> copied : threads.invokeAll(copies)) {
        assertThat(copied.get()).isNotEmptyFile();
      }
    }
  }

  private static void await(CyclicBarrier barrier) throws IOException {
    try {
      barrier.await(SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IOException("No other content is fetched meanwhile.", e);
    }
  }

  @Test
  void sameContentIsFetchedOnceByManyThreads() throws Exception {
    AtomicInteger fetched = new AtomicInteger();
    BlobCache cache =
        new BlobCache(
            folder.resolve("blobs"),
            (_, _, to) -> {
              fetched.incrementAndGet();
              Files.writeString(to, "one");
            });
    List<Callable<Path>> copies =
        List.of(
            () -> copy(cache, "one", "1"),
            () -> copy(cache, "one", "2"),
            () -> copy(cache, "one", "3"));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Path> copied : threads.invokeAll(copies)) {
        assertThat(copied.get()).hasContent("one");
      }
    }
    assertThat(fetched).hasValue(1);
  }
}
