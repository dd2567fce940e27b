package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.files.ResultCollector.CollectedResults;
import tender.agent.files.ResultCollector.EndedTaskFiles;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.TaskOutcome;
import tender.bagfile.results.TaskRecord;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

class ResultCollectorTest {
  private static final Optional<TaskRecord.Run> RUN =
      Optional.of(new TaskRecord.Run(2, Instant.ofEpochMilli(1_000), Instant.ofEpochMilli(9_500)));

  @TempDir private Path temporary;
  private Path work;
  private Path secrets;
  private Path pack;
  private final Map<String, String> records = new LinkedHashMap<>();

  @BeforeEach
  void makeFolders() throws IOException {
    work = Files.createDirectory(temporary.resolve("work"));
    secrets = Files.createDirectory(temporary.resolve("secrets"));
    Files.writeString(secrets.resolve("key"), "SECRET");
    pack = temporary.resolve("pack.zip");
  }

  @Test
  void outputAndFilesArePacked() throws IOException {
    EndedTaskFiles first = ended(3, 0);
    writeOutput(first, "out 3", "error 3");
    writeFile(first, "a.csv", "a");
    writeFile(first, "deep/er/b.csv", "b");
    writeFile(first, "unasked.txt", "x");
    EndedTaskFiles second = ended(1, 7);
    writeOutput(second, "out 1", "");
    CollectedResults collected = collector("**/*.csv").collect(List.of(first, second), pack);
    assertThat(collected.tasks()).hasToString("1,3");
    assertThat(collected.outcomes())
        .extracting(outcome -> outcome.exitCode() + " of " + outcome.tasks())
        .containsExactly("0 of 3", "7 of 1");
    assertThat(read())
        .containsExactly(
            Map.entry("1/stdout", "out 1"),
            Map.entry("1/stderr", ""),
            Map.entry("3/stdout", "out 3"),
            Map.entry("3/stderr", "error 3"),
            Map.entry("3/out/a.csv", "a"),
            Map.entry("3/out/deep/er/b.csv", "b"));
  }

  @Test
  void samePackHasSameBytes() throws IOException {
    EndedTaskFiles task = ended(0, 0);
    writeOutput(task, "out", "error");
    for (int i = 20; i > 0; i--) {
      writeFile(task, "f" + i, "" + i);
    }
    collector("*").collect(List.of(task), pack);
    Digest digest = Digest.of(pack);
    Files.setLastModifiedTime(task.folder().resolve("f7"), FileTime.fromMillis(5));
    collector("*").collect(List.of(task), pack);
    assertThat(Digest.of(pack)).isEqualTo(digest);
  }

  @Test
  void longOutputKeepsHeadAndTail() throws IOException {
    EndedTaskFiles task = ended(0, 0);
    int half = 512 << 10;
    writeOutput(task, "h".repeat(half) + "lost" + "t".repeat(half), "e".repeat(2 * half));
    collector().collect(List.of(task), pack);
    assertThat(read().get("0/stdout"))
        .isEqualTo("h".repeat(half) + "\n[tender: 4 bytes omitted]\n" + "t".repeat(half));
    assertThat(read().get("0/stderr")).isEqualTo("e".repeat(2 * half));
  }

  @Test
  void tooLargeFilesAreOmittedAndListed() throws IOException {
    EndedTaskFiles task = ended(0, 0);
    writeOutput(task, "", "");
    sparse(task, "a", 20L << 20);
    sparse(task, "b", 20L << 20);
    sparse(task, "c", 12L << 20);
    sparse(task, "d", 1L << 40);
    CollectedResults collected = collector("*").collect(List.of(task), pack);
    assertThat(collected.outcomes()).containsExactly(new TaskOutcome(0, TaskSet.first(1), true));
    Map<String, String> read = read();
    assertThat(read.keySet())
        .containsExactly("0/stdout", "0/stderr", "0/out/a", "0/out/c", "0/out-refused");
    assertThat(read.get("0/out-refused"))
        .contains("b: has 20971520 bytes")
        .contains("; kept at provider north for up to 7 days")
        .contains("d: has");
    assertThat(records.get("0/task.json"))
        .startsWith("{\"attempts\":2,\"started\":\"1970-01-01T00:00:01Z\",\"ended\":\"1970-")
        .endsWith("\"missingOutputs\":2,\"kept\":[{\"path\":\"b\",\"bytes\":20971520}]}");
  }

  @Test
  void unmatchedPatternOfASuccessfulTaskIsListed() throws IOException {
    EndedTaskFiles succeeded = ended(0, 0);
    writeOutput(succeeded, "", "");
    writeFile(succeeded, "a.csv", "a");
    Files.createDirectory(succeeded.folder().resolve("plots"));
    EndedTaskFiles failed = ended(1, 3);
    writeOutput(failed, "", "");
    EndedTaskFiles complete = ended(2, 0);
    writeOutput(complete, "", "");
    writeFile(complete, "b.csv", "b");
    writeFile(complete, "plots/b.png", "b");
    CollectedResults collected =
        collector("*.csv", "plots").collect(List.of(succeeded, failed, complete), pack);
    assertThat(collected.outcomes())
        .containsExactly(
            new TaskOutcome(0, TaskSet.first(1), true),
            new TaskOutcome(0, TaskSet.range(2, 3)),
            new TaskOutcome(3, TaskSet.range(1, 2)));
    assertThat(read()).containsEntry("0/out-refused", "plots: matches no file\n");
    assertThat(read()).doesNotContainKeys("1/out-refused", "2/out-refused");
  }

  @Test
  void oddNameThatIsNotRequestedIsNotMissing() throws IOException {
    EndedTaskFiles task = ended(0, 0);
    writeOutput(task, "", "");
    writeFile(task, "a.csv", "a");
    writeFile(task, "c\\d", "");
    CollectedResults collected = collector("*.csv").collect(List.of(task), pack);
    assertThat(collected.outcomes()).containsExactly(new TaskOutcome(0, TaskSet.first(1)));
    assertThat(read()).doesNotContainKey("0/out-refused");
  }

  @Test
  void tooManyFilesAreOmitted() throws IOException {
    EndedTaskFiles task = ended(0, 0);
    writeOutput(task, "", "");
    for (int i = 0; i < 1_003; i++) {
      writeFile(task, "out/%04d".formatted(i), "");
    }
    collector("out").collect(List.of(task), pack);
    assertThat(read()).hasSize(1_003).containsKeys("0/out/out/0999", "0/out-refused");
    assertThat(read().get("0/out-refused"))
        .contains("out/1000: exceeds the limit")
        .contains("out/1002");
  }

  @Test
  void fullPackTakesNoMoreTasks() throws IOException {
    List<EndedTaskFiles> tasks = new ArrayList<>();
    byte[] noise = new byte[3 << 20];
    new SplittableRandom(1).nextBytes(noise);
    for (int task = 0; task < 5; task++) {
      tasks.add(ended(task, 0));
      writeOutput(tasks.getLast(), "", "");
      Files.write(tasks.getLast().folder().resolve("noise"), noise);
    }
    assertThat(collector("*").collect(tasks, pack).tasks()).hasToString("0-2");
    assertThat(collector("*").collect(tasks.subList(3, 5), pack).tasks()).hasToString("3-4");
    List<EndedTaskFiles> many = IntStream.range(10, 1_015).mapToObj(task -> missing(task)).toList();
    assertThat(collector().collect(many, pack).tasks()).hasToString("10-1009");
    assertThatIllegalArgumentException().isThrownBy(() -> collector().collect(List.of(), pack));
  }

  @Test
  void missingTaskFilesArePackedAsEmpty() throws IOException {
    collector("*").collect(List.of(missing(0)), pack);
    assertThat(read()).containsEntry("0/stdout", "").containsEntry("0/stderr", "");
    assertThat(read().get("0/out-refused")).contains("stdout: does not exist");
  }

  @Test
  void linksAreNotFollowed() throws IOException {
    EndedTaskFiles task = ended(0, 0);
    Files.createSymbolicLink(task.control().resolve("stdout"), secrets.resolve("key"));
    Files.createDirectory(task.control().resolve("stderr"));
    Files.createSymbolicLink(task.folder().resolve("key"), secrets.resolve("key"));
    Files.createSymbolicLink(task.folder().resolve("folder"), secrets);
    Files.createSymbolicLink(task.folder().resolve("unasked"), secrets);
    writeFile(task, "out/ok", "ok");
    Files.createSymbolicLink(task.folder().resolve("out/up"), secrets);
    Files.createSymbolicLink(task.folder().resolve("out/self"), Path.of("."));
    collector("key", "folder/*", "out/**").collect(List.of(task), pack);
    Map<String, String> read = read();
    assertThat(read.keySet())
        .containsExactly("0/stdout", "0/stderr", "0/out/out/ok", "0/out-refused");
    assertThat(read.get("0/stdout")).isEmpty();
    assertThat(read.get("0/out-refused").lines())
        .containsExactly(
            "stdout: is a link; links are not followed",
            "stderr: is not a regular file",
            "folder: is a link; links are not followed",
            "key: is a link; links are not followed",
            "out/self: is a link; links are not followed",
            "out/up: is a link; links are not followed",
            "folder/*: matches no file");
  }

  @Test
  void linkInPlaceOfTaskFolderIsNotFollowed() throws IOException {
    EndedTaskFiles task = ended(0, 0);
    Files.writeString(secrets.resolve("stdout"), "SECRET");
    Files.delete(task.control());
    Files.createSymbolicLink(task.control(), secrets);
    Files.delete(task.folder());
    Files.createSymbolicLink(task.folder(), secrets);
    collector("*").collect(List.of(task), pack);
    assertThat(read().values()).noneMatch(content -> content.contains("SECRET"));
    EndedTaskFiles elsewhere = new EndedTaskFiles(0, 0, secrets, secrets, Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> collector("*").collect(List.of(elsewhere), pack));
  }

  @Test
  void inputLinksAreSkippedUnlessReplaced() throws IOException {
    EndedTaskFiles task = ended(0, 0);
    writeOutput(task, "", "");
    Files.createSymbolicLink(task.folder().resolve("data"), secrets);
    writeFile(task, "model", "trained");
    collector("*").collect(List.of(task), pack);
    assertThat(read().keySet()).containsExactly("0/stdout", "0/stderr", "0/out/model");
  }

  @Test
  void pipesAndUnportableNamesAreOmitted() throws IOException, InterruptedException {
    EndedTaskFiles task = ended(0, 0);
    writeOutput(task, "", "");
    String make =
        "mkfifo pipe; : > \"$(printf 'a\\377')\"; : > \"$(printf 'b\\033[2J')\"; : > 'c\\d'; : >"
            + " ok";
    assertThat(
            new ProcessBuilder("sh", "-c", make)
                .directory(task.folder().toFile())
                .start()
                .waitFor())
        .isZero();
    collector("**").collect(List.of(task), pack);
    assertThat(read().keySet())
        .containsExactly("0/stdout", "0/stderr", "0/out/ok", "0/out-refused");
    assertThat(read().get("0/out-refused"))
        .contains("pipe: is not a regular file")
        .contains("b?[2J: has a name")
        .contains("c\\d: has a name")
        .doesNotContain("\u001b");
  }

  /** A folder is repeatedly replaced by a link; the target of the link must never be read. */
  @Test
  void folderSwappedForLinkRevealsNothing() throws Exception {
    EndedTaskFiles task = ended(0, 0);
    writeOutput(task, "", "");
    writeFile(task, "out/key", "harmless");
    Files.writeString(secrets.resolve("stdout"), "SECRET");
    Path link = Files.createSymbolicLink(task.folder().resolve("link"), secrets);
    Path out = task.folder().resolve("out");
    Path moved = task.folder().resolve("moved");
    Thread attacker =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    try {
                      Files.move(out, moved, StandardCopyOption.ATOMIC_MOVE);
                      Files.move(link, out, StandardCopyOption.ATOMIC_MOVE);
                      Files.move(out, link, StandardCopyOption.ATOMIC_MOVE);
                      Files.move(moved, out, StandardCopyOption.ATOMIC_MOVE);
                    } catch (IOException e) {
                      throw new UncheckedIOException(e);
                    }
                  }
                });
    int completeReads = 0;
    int refused = 0;
    try {
      for (int i = 0; i < 200 || completeReads == 0 || refused == 0; i++) {
        try {
          collector("out/*").collect(List.of(task), pack);
        } catch (FileSystemException e) {
          // It was a link when opened, but not when checked: the agent tries again.
          refused++;
          continue;
        }
        Map<String, String> read = read();
        assertThat(read.values()).noneMatch(content -> content.contains("SECRET"));
        completeReads += read.containsKey("0/out/out/key") ? 1 : 0;
        refused += read.containsKey("0/out-refused") ? 1 : 0;
      }
    } finally {
      attacker.interrupt();
      attacker.join();
    }
    assertThat(completeReads).as("times that the folder was read").isPositive();
    assertThat(refused).as("times that the attacker was met").isPositive();
  }

  private ResultCollector collector(String... outputs) {
    Digest digest = Digest.of(new byte[0]);
    return new ResultCollector(
        work,
        new WorkOrder(
            1,
            "a",
            "a",
            new TaskList.Count(1),
            Optional.empty(),
            List.of(
                new InputFile(new RelativePath("data/x"), digest, 0, false),
                new InputFile(new RelativePath("model"), digest, 0, false)),
            List.of(outputs),
            1,
            1,
            0,
            Optional.empty()),
        OutputStore.NONE,
        new KeptOutputs(work, new ProviderId("north"), new KeptOutputs.Settings(7, 1L << 30))
            .ofPart(work.resolve("bags/b1/1.0")),
        Optional.empty());
  }

  private EndedTaskFiles ended(int task, int exitCode) throws IOException {
    EndedTaskFiles ended =
        new EndedTaskFiles(task, exitCode, folder("control", task), folder("tasks", task), RUN);
    Files.createDirectories(ended.control());
    Files.createDirectories(ended.folder());
    return ended;
  }

  private EndedTaskFiles missing(int task) {
    return new EndedTaskFiles(
        task, 1, folder("control", task), folder("tasks", task), Optional.empty());
  }

  private Path folder(String kind, int task) {
    return work.resolve("bags/b1/1.0").resolve(kind).resolve("" + task);
  }

  private static void writeOutput(EndedTaskFiles task, String stdout, String stderr)
      throws IOException {
    Files.writeString(task.control().resolve("stdout"), stdout);
    Files.writeString(task.control().resolve("stderr"), stderr);
  }

  private static void writeFile(EndedTaskFiles task, String file, String content)
      throws IOException {
    Files.createDirectories(task.folder().resolve(file).getParent());
    Files.writeString(task.folder().resolve(file), content);
  }

  private static void sparse(EndedTaskFiles task, String file, long bytes) throws IOException {
    try (var channel =
        Files.newByteChannel(
            task.folder().resolve(file), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      channel.position(bytes - 1).write(ByteBuffer.allocate(1));
    }
  }

  /** All files but the records of tasks, which are in {@link #records}. */
  private Map<String, String> read() throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    try (InputStream in = Files.newInputStream(pack)) {
      ResultPack.read(
          in,
          (PackEntry file, InputStream content) ->
              (file.path().value().equals(PackEntry.RECORD) ? records : files)
                  .put(file.toString(), new String(content.readAllBytes(), UTF_8)));
    }
    return files;
  }
}
