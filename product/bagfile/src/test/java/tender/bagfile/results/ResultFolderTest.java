package tender.bagfile.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.TaskSets;
import tender.core.model.TaskSet;

class ResultFolderTest {
  private static final TaskSet ALL = TaskSet.first(100);

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
      new ResultFolder(folder).extract(pack, ALL, IntUnaryOperator.identity());
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
        new ResultFolder(results).extract(pack, TaskSets.parse("1,7"), task -> task + 40);
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
    new ResultFolder(results).extract(pack, ALL, IntUnaryOperator.identity());
  }

  private void assertConflict(Path pack, String file) {
    assertThatExceptionOfType(FileAlreadyExistsException.class)
        .isThrownBy(() -> extract(pack))
        .withMessageContaining(file)
        .withMessageContaining("differs from the result");
  }

  private Path pack(byte[] bytes) throws IOException {
    return Files.write(temporary.resolve("pack"), bytes);
  }

  private static long filesBelow(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)).count();
    }
  }
}
