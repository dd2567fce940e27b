package tender.bagfile.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Digest;
import tender.bagfile.TaskSets;
import tender.core.model.TaskSet;

class ResultFolderTest {
  private static final TaskSet ALL = TaskSet.first(100);
  private static final Digest WORK = Digest.of(new byte[0]);
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final ResultOrigin FIRST = new ResultOrigin("b1", NOW, WORK, false);
  private static final ResultOrigin RETRY = new ResultOrigin("b2", NOW.plusSeconds(1), WORK, true);

  @TempDir private Path temporary;
  private Path results;
  private Path outside;

  @BeforeEach
  void makeFolders() throws IOException {
    results = temporary.resolve("results");
    outside = Files.createDirectory(temporary.resolve("outside"));
    Files.writeString(outside.resolve("mine"), "mine");
  }

  @Test
  void allFilesOfAPackAreWritten() throws IOException {
    for (int seed = 0; seed < 50; seed++) {
      Path folder = results.resolve("" + seed);
      Map<PackEntry, byte[]> files = TestPacks.random(new SplittableRandom(seed));
      Path pack = pack(TestPacks.written(files));
      new ResultFolder(folder, FIRST).extract(pack, ALL, IntUnaryOperator.identity());
      for (var file : files.entrySet()) {
        assertThat(folder.resolve(file.getKey().toString())).hasBinaryContent(file.getValue());
      }
      assertThat(filesBelow(folder)).as("seed %d", seed).isEqualTo(files.size());
    }
  }

  @Test
  void wantedTasksAreWrittenUnderTheirListIndex() throws IOException {
    Path pack = pack(TestPacks.zip("0/stdout", "1/stdout", "2/stdout"));
    TaskSet written =
        new ResultFolder(results, FIRST).extract(pack, TaskSets.parse("1,7"), task -> task + 40);
    assertThat(written).hasToString("1");
    assertThat(results.resolve("41/stdout")).hasContent("1/stdout");
    assertThat(filesBelow(results)).isEqualTo(1);
  }

  @Test
  void existingFilesAreKeptAndNeverReplaced() throws IOException {
    Path pack = pack(TestPacks.zip("0/stdout"));
    extract(pack);
    extract(pack);
    Files.writeString(results.resolve("0/stdout"), "edited");
    assertConflict(pack, "0/stdout");
    assertThat(results.resolve("0/stdout")).hasContent("edited");
    Files.delete(results.resolve("0/stdout"));
    Files.createDirectory(results.resolve("0/stdout"));
    assertConflict(pack, "0/stdout");
    assertThat(filesBelow(results)).isZero();
  }

  @Test
  void retryReplacesResultsOfEarlierBag() throws IOException {
    extract(pack(TestPacks.zip("0/stdout", "1/stdout", "1/out/a", "1/out/old")));
    Path retry = renamed("1/stdout", "1/out/a");
    assertThat(extract(retry, RETRY).superseded()).isEqualTo(TaskSet.empty());
    assertThat(results.resolve("0/stdout")).hasContent("0/stdout");
    assertThat(results.resolve("1/stdout")).hasContent("again 1/stdout");
    assertThat(results.resolve("1/out/a")).hasContent("again 1/out/a");
    assertThat(results.resolve("1/out/old")).doesNotExist();
    assertThat(filesBelow(results)).isEqualTo(3);
    assertThat(extract(retry, RETRY).superseded()).isEqualTo(TaskSet.empty());

    Path first = pack(TestPacks.zip("0/stdout", "1/stdout"));
    assertThat(extract(first, FIRST).superseded()).hasToString("1");
    assertThat(results.resolve("1/stdout")).as("a later retry").hasContent("again 1/stdout");
    ResultOrigin third = new ResultOrigin("b3", NOW.plusSeconds(2), WORK, true);
    extract(pack(TestPacks.zip("1/stdout")), third);
    assertThat(results.resolve("1/stdout")).hasContent("1/stdout");
    assertThat(results.resolve("1/out/a")).doesNotExist();
  }

  @Test
  void retryReplacesNoFilesThatTheUserHasChanged() throws IOException {
    extract(pack(TestPacks.zip("1/stdout", "1/out/old")));
    Files.writeString(results.resolve("1/out/old"), "edited");
    extract(renamed("1/stdout"), RETRY);
    assertThat(results.resolve("1/out/old")).hasContent("edited");
    Files.writeString(results.resolve("1/stdout"), "edited");
    assertConflict(renamed("1/stdout"), "1/stdout", RETRY);
    assertThat(results.resolve("1/stdout")).hasContent("edited");
  }

  @Test
  void onlyRetryOfTheSameWorkReplacesResults() throws IOException {
    extract(pack(TestPacks.zip("1/stdout")));
    Path other = renamed("1/stdout");
    Digest work = Digest.of(new byte[1]);
    Instant later = NOW.plusSeconds(1);
    assertConflict(other, "1/stdout", new ResultOrigin("b2", later, work, true));
    assertConflict(other, "1/stdout", new ResultOrigin("b2", later, WORK, false));
    assertConflict(other, "1/stdout", new ResultOrigin("b0", NOW.minusSeconds(1), WORK, true));
    assertThat(results.resolve("1/stdout")).hasContent("1/stdout");
    Files.writeString(results.resolve(".tender/b1.x.json"), "{}");
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> extract(other, RETRY))
        .withMessageContaining("is not a valid record of results");
  }

  @Test
  void linksBelowTheFolderAreNotFollowed() throws IOException {
    Path pack = pack(TestPacks.zip("0/stdout", "0/out/a/mine"));
    Files.createDirectories(results.resolve("0/out"));
    Files.createSymbolicLink(results.resolve("0/out/a"), outside);
    assertConflict(pack, "0/out/a");
    Files.delete(results.resolve("0/out/a"));
    Files.delete(results.resolve("0/out"));
    Files.createSymbolicLink(results.resolve("0/out"), outside);
    assertConflict(pack, "0/out");
    Files.delete(results.resolve("0/out"));
    Files.createDirectories(results.resolve("0/out/a"));
    Files.createSymbolicLink(results.resolve("0/out/a/mine"), outside.resolve("mine"));
    assertConflict(pack, "0/out/a/mine");
    Files.delete(results.resolve("0/out/a/mine"));
    Files.createSymbolicLink(results.resolve("0/out/a/mine"), outside.resolve("new"));
    assertConflict(pack, "0/out/a/mine");
    assertThat(outside.resolve("mine")).hasContent("mine");
    assertThat(filesBelow(outside)).isEqualTo(1);
  }

  @Test
  void linkInAZipBecomesARegularFile() throws IOException {
    extract(pack(TestPacks.asLinks(TestPacks.zip("0/stdout", "0/out/a"))));
    assertThat(Files.isRegularFile(results.resolve("0/out/a"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(results.resolve("0/out/a")).hasContent("0/out/a");
  }

  @Test
  void invalidPackWritesNothing() throws IOException {
    Path pack = pack(TestPacks.zip("0/stdout", "0/../../outside/mine"));
    assertThatExceptionOfType(InvalidPackException.class).isThrownBy(() -> extract(pack));
    assertThat(filesBelow(results)).isZero();
    assertThat(outside.resolve("mine")).hasContent("mine");
  }

  @Test
  void fileThatIsAlsoAFolderIsRejected() throws IOException {
    assertConflict(pack(TestPacks.zip("0/out/a", "0/out/a/b")), "0/out/a");
  }

  private void extract(Path pack) throws IOException {
    extract(pack, FIRST);
  }

  private ResultFolder extract(Path pack, ResultOrigin origin) throws IOException {
    ResultFolder folder = new ResultFolder(results, origin);
    folder.extract(pack, ALL, IntUnaryOperator.identity());
    return folder;
  }

  private void assertConflict(Path pack, String file) {
    assertConflict(pack, file, FIRST);
  }

  private void assertConflict(Path pack, String file, ResultOrigin origin) {
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> extract(pack, origin))
        .withMessageContaining(file)
        .withMessageContaining("differs from the result");
  }

  private Path pack(byte[] bytes) throws IOException {
    return Files.write(temporary.resolve("pack"), bytes);
  }

  /** A pack whose files have other content than those of {@link TestPacks#zip}. */
  private Path renamed(String... names) throws IOException {
    Map<PackEntry, byte[]> files = new LinkedHashMap<>();
    for (String name : names) {
      files.put(PackEntry.parse(name), ("again " + name).getBytes(StandardCharsets.UTF_8));
    }
    return pack(TestPacks.written(files));
  }

  private static long filesBelow(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> !path.toString().contains("/.tender/"))
          .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
          .count();
    }
  }
}
