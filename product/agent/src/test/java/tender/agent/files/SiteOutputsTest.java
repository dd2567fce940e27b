package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.files.ResultCollector.EndedTaskFiles;
import tender.bagfile.Digest;
import tender.bagfile.ResultOptions;
import tender.bagfile.SiteResults;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.ResultPack;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.resource.Misfit;

/** Outputs of task 0 of bag b1 stay in the folder "scratch". */
class SiteOutputsTest {
  private static final BagId BAG = new BagId("b1");

  @TempDir private Path folder;
  private Path work;
  private Path scratch;
  private Path outside;
  private EndedTaskFiles task;

  @BeforeEach
  void createFolders() throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    scratch = Files.createDirectory(folder.resolve("scratch"));
    outside = Files.createDirectory(folder.resolve("outside"));
    Path part = work.resolve("bags/b1/1.0");
    task =
        new EndedTaskFiles(
            0,
            0,
            Files.createDirectories(part.resolve("control/0")),
            Files.createDirectories(part.resolve("tasks/0")),
            Optional.empty());
    Files.writeString(task.control().resolve("stdout"), "printed");
    Files.writeString(task.control().resolve("stderr"), "");
  }

  private SiteResultFolders folders() {
    return SiteResultFolders.of(Map.of("scratch", scratch));
  }

  private Map<String, String> collect(String results, String... outputs) throws IOException {
    WorkOrder order = order(results, outputs);
    Path pack = folder.resolve("pack.zip");
    new ResultCollector(
            work,
            order,
            OutputStore.NONE,
            new KeptOutputs(work, new ProviderId("north"), new KeptOutputs.Settings(7, 1L << 30))
                .ofPart(work.resolve("bags/b1/1.0")),
            folders().ofBag(BAG, order))
        .collect(List.of(task), pack);
    Map<String, String> read = new TreeMap<>();
    try (var in = Files.newInputStream(pack)) {
      ResultPack.read(
          in,
          (entry, content) ->
              read.put(entry.path().value(), new String(content.readAllBytes(), UTF_8)));
    }
    return read;
  }

  private static WorkOrder order(String results, String... outputs) {
    return new WorkOrder(
            WorkOrder.VERSION,
            "a",
            "true",
            new TaskList.Count(1),
            Optional.empty(),
            List.of(),
            List.of(outputs),
            1,
            1_000,
            0,
            Optional.empty())
        .withResults(new ResultOptions(0, Optional.of(SiteResults.parse(results))));
  }

  private void write(String file, String content) throws IOException {
    Path path = task.folder().resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, content);
  }

  @Test
  void outputsStayAndTheirListComesBack() throws IOException {
    write("sub/a b.dat", "first");
    write("c.dat", "");
    write("other.txt", "not an output");
    Map<String, String> read = collect("site:scratch/run 1/x", "**/*.dat");
    assertThat(scratch.resolve("run 1/x/b1/0/sub/a b.dat")).hasContent("first");
    assertThat(scratch.resolve("run 1/x/b1/0/c.dat")).hasContent("");
    assertThat(scratch.resolve("run 1/x/b1/0/other.txt")).doesNotExist();
    assertThat(read.get("stdout")).isEqualTo("printed");
    assertThat(read).doesNotContainKeys("out/c.dat", "out/sub/a b.dat", "out-refused");
    assertThat(read.get("out/site-results.tsv"))
        .isEqualTo(
            """
            # site:scratch/run 1/x/b1/0
            path\tbytes\tsha256
            c.dat\t0\t%s
            sub/a b.dat\t5\t%s
            """
                .formatted(Digest.of(new byte[0]).hex(), Digest.of("first".getBytes(UTF_8)).hex()));
  }

  @Test
  void outputsThatAreTooLargeForAPackStayToo() throws IOException {
    long bytes = ResultPack.MAX_OUTPUT_BYTES + 1;
    try (var file =
        Files.newByteChannel(
            task.folder().resolve("large"),
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE)) {
      file.position(bytes - 1).write(ByteBuffer.wrap(new byte[1]));
    }
    assertThat(collect("site:scratch", "large").get("out/site-results.tsv"))
        .contains("large\t" + bytes + "\t");
    assertThat(Files.size(scratch.resolve("b1/0/large"))).isEqualTo(bytes);
  }

  @Test
  void collectingAgainReplacesTheFiles() throws IOException {
    write("a", "content");
    Map<String, String> first = collect("site:scratch", "a");
    // As after a crash in between.
    Files.writeString(scratch.resolve("b1/0/.tender-new"), "con");
    assertThat(collect("site:scratch", "a")).isEqualTo(first);
    assertThat(scratch.resolve("b1/0/a")).hasContent("content");
    assertThat(scratch.resolve("b1/0/.tender-new")).doesNotExist();
  }

  @Test
  void linksInTheFolderAreNotFollowed() throws IOException {
    write("a", "content");
    Files.createSymbolicLink(scratch.resolve("run"), outside);
    assertThatThrownBy(() -> collect("site:scratch/run", "a"))
        .isInstanceOf(UntrustedFolder.LinkException.class);
    Files.createDirectories(scratch.resolve("b1"));
    Files.createSymbolicLink(scratch.resolve("b1/0"), outside);
    assertThatThrownBy(() -> collect("site:scratch", "a"))
        .isInstanceOf(UntrustedFolder.LinkException.class);
    assertThat(outside).isEmptyDirectory();
  }

  @Test
  void linkInPlaceOfAFileIsReplaced() throws IOException {
    write("a", "content");
    Path target = Files.writeString(outside.resolve("target"), "secret");
    Files.createDirectories(scratch.resolve("b1/0"));
    Files.createSymbolicLink(scratch.resolve("b1/0/a"), target);
    Files.createSymbolicLink(scratch.resolve("b1/0/.tender-new"), target);
    collect("site:scratch", "a");
    assertThat(target).hasContent("secret");
    assertThat(scratch.resolve("b1/0/a")).isRegularFile().hasContent("content");
    assertThat(Files.isSymbolicLink(scratch.resolve("b1/0/a"))).isFalse();
  }

  @Test
  void linksAmongTheOutputsDoNotStay() throws IOException {
    Path secret = Files.writeString(outside.resolve("secret"), "secret");
    Files.createSymbolicLink(task.folder().resolve("a"), secret);
    assertThat(collect("site:scratch", "a")).containsKey("out-refused");
    assertThat(scratch.resolve("b1/0/a")).doesNotExist();
  }

  @Test
  void onlyNamedFoldersAreOffered() throws IOException {
    assertThat(folders().misfit(Optional.empty())).isEmpty();
    assertThat(folders().misfit(Optional.of(SiteResults.parse("site:scratch/x")))).isEmpty();
    assertThat(folders().misfit(Optional.of(SiteResults.parse("site:other"))))
        .contains(new Misfit.MissingResultFolder("other"));
    Files.delete(scratch);
    assertThat(folders().misfit(Optional.of(SiteResults.parse("site:scratch"))))
        .contains(new Misfit.MissingResultFolder("scratch"));
    assertThat(SiteResultFolders.NONE.describe())
        .isEqualTo("decline bags whose outputs should stay at the site");
    assertThat(folders().describe()).isEqualTo("let outputs stay in the folders scratch");
  }
}
