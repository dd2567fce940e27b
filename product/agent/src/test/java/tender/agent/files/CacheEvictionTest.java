package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Time;

/** Files of 10 bytes, named by how many hours ago they were used. */
class CacheEvictionTest {
  private static final long NOW_MILLIS = 100 * Time.DAY_MILLIS;
  private static final int DAYS = 30;
  private static final long MANY_BYTES = 1_000_000;

  @TempDir private Path work;
  private Path cache;

  @BeforeEach
  void createCache() throws IOException {
    cache = Files.createDirectories(BlobCache.folder(work));
  }

  private int step(long maxBytes, int maxDeletions) throws IOException {
    return new CacheEviction(
            work,
            new InputCacheSettings(DAYS, maxBytes),
            Clock.fixed(Instant.ofEpochMilli(NOW_MILLIS), ZoneOffset.UTC),
            maxDeletions)
        .step();
  }

  private void add(int... hours) throws IOException {
    for (int hour : hours) {
      Path file = Files.writeString(cache.resolve("used-" + hour), "0123456789");
      Files.setLastModifiedTime(file, FileTime.fromMillis(NOW_MILLIS - hour * Time.HOUR_MILLIS));
    }
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void filesThatWereNotUsedForLongAreDeleted() throws IOException {
    add(2, DAYS * 24, DAYS * 24 + 1);
    assertThat(step(MANY_BYTES, 10)).isEqualTo(1);
    assertThat(left()).containsExactly("used-2", "used-720");
    assertThat(step(MANY_BYTES, 10)).isZero();
  }

  @Test
  void longestUnusedFilesAreDeletedIfThereAreTooMany() throws IOException {
    add(2, 3, 4, 5);
    assertThat(step(40, 10)).isZero();
    assertThat(step(39, 10)).isEqualTo(1);
    assertThat(left()).containsExactly("used-2", "used-3", "used-4");
    assertThat(step(15, 10)).isEqualTo(2);
    assertThat(left()).containsExactly("used-2");
  }

  @Test
  void recentlyUsedFilesAreKept() throws IOException {
    add(0, 1, 2);
    assertThat(step(0, 10)).isEqualTo(1);
    assertThat(left()).containsExactly("used-0", "used-1");
  }

  @Test
  void oneStepDeletesABoundedNumberOfFiles() throws IOException {
    add(2, 3, 4, 5, 6);
    assertThat(step(0, 2)).isEqualTo(2);
    assertThat(step(0, 2)).isEqualTo(2);
    assertThat(step(0, 2)).isEqualTo(1);
    assertThat(left()).isEmpty();
  }

  /** Also after a restart, and while they are still being staged. */
  @Test
  void inputsOfBagsWithAPartHereAreKept() throws IOException {
    byte[] content = "needed".getBytes(UTF_8);
    InputFile input =
        new InputFile(new RelativePath("a"), Digest.of(content), content.length, false);
    Path inputs = work.resolve("bags/b1/inputs");
    new BagInputs(work, (bag, digest, to) -> Files.write(to, content))
        .prepare(new BagId("b1"), order(input), inputs);
    Path cached = cache.resolve(input.digest().hex());
    Files.setLastModifiedTime(cached, FileTime.fromMillis(0));
    add(2);
    assertThat(step(0, 10)).isEqualTo(1);
    assertThat(cached).exists();
    // As when the bag's last part is deleted.
    Files.delete(work.resolve("bags/b1/inputs.list"));
    assertThat(step(0, 10)).isEqualTo(1);
    assertThat(cached).doesNotExist();
  }

  @Test
  void agentWithoutCacheHasNothingToDelete() throws IOException {
    Files.delete(cache);
    assertThat(step(0, 10)).isZero();
  }

  private static WorkOrder order(InputFile input) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "a",
        "true",
        new TaskList.Count(1),
        Optional.empty(),
        List.of(input),
        List.of(),
        1,
        1_000,
        0,
        Optional.empty());
  }
}
