package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.InputPack;
import tender.bagfile.RelativePath;
import tender.bagfile.SiteInput;
import tender.bagfile.TaskLines;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.support.files.SecureDeletion;

class BagInputsTest {
  private static final BagId BAG = new BagId("b1");

  @TempDir private Path work;
  private final FakeBlobSource blobs = new FakeBlobSource();
  private BagInputs bagInputs;
  private Path inputs;

  @BeforeEach
  void start() {
    bagInputs = new BagInputs(work, blobs);
    inputs = work.resolve("bags/b1/inputs");
  }

  @Test
  void inputsAreStagedWithPermissions() throws IOException {
    bagInputs.prepare(
        BAG, order(input("run.sh", "#!/bin/sh", true), input("a/b/c", "see", false)), inputs);
    assertThat(inputs.resolve("run.sh")).hasContent("#!/bin/sh");
    assertThat(inputs.resolve("a/b/c")).hasContent("see");
    assertThat(permissions(inputs.resolve("run.sh"))).isEqualTo("r-xr-x---");
    assertThat(permissions(inputs.resolve("a/b/c"))).isEqualTo("r--r-----");
    assertThat(permissions(inputs.resolve("a/b"))).isEqualTo("r-xr-x---");
    assertThat(permissions(inputs)).isEqualTo("r-xr-x---");
    assertThat(inputs.resolveSibling("inputs.new")).doesNotExist();
  }

  @Test
  void filesOfPacksAreStagedWithPermissions() throws IOException {
    WorkOrder order =
        order(input("d/large", "L", false)).withInputPacks(List.of(pack("d/run.sh", 1, "d/e/f")));
    bagInputs.prepare(BAG, order, inputs);
    assertThat(inputs.resolve("d/large")).hasContent("L");
    assertThat(inputs.resolve("d/run.sh")).hasContent("content of d/run.sh");
    assertThat(inputs.resolve("d/e/f")).hasContent("content of d/e/f");
    assertThat(permissions(inputs.resolve("d/run.sh"))).isEqualTo("r-xr-x---");
    assertThat(permissions(inputs.resolve("d/e/f"))).isEqualTo("r--r-----");
    assertThat(permissions(inputs.resolve("d/e"))).isEqualTo("r-xr-x---");
    try (Stream<Path> all = Files.list(inputs.getParent())) {
      assertThat(all.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("inputs", "inputs.list");
    }
    assertThat(CachedInputs.below(work).missingBytes(order)).isZero();
  }

  /** The tasks then fail. If the part failed, its provider would pay for a broken promise. */
  @Test
  void packsThatDoNotFitTheirWorkOrderAreLeftOut() throws IOException {
    assertLeftOut(order().withInputPacks(List.of(pack("d/a", 0, "d/a"))));
    assertLeftOut(order(input("d/a", "A", false)).withInputPacks(List.of(pack("d/a", 0))));
    assertLeftOut(order(input("d/a", "A", false)).withInputPacks(List.of(pack("d/a/b", 0))));
    assertLeftOut(order(input("d/a/b", "A", false)).withInputPacks(List.of(pack("d/a", 0))));
    assertLeftOut(order().withInputPacks(List.of(pack("d/b", 0, "x/a"))));
    assertLeftOut(order().withInputPacks(List.of(pack("d/b", 0, "../a"))));
    assertLeftOut(order().withInputPacks(List.of(pack("d", 0))));
    assertLeftOut(order().withInputPacks(List.of(pack("d/a", 2))));
    InputPack right = pack("d/a", 0);
    assertLeftOut(
        order().withInputPacks(List.of(new InputPack(right.digest(), 7, 1, List.of("d")))));
    assertLeftOut(
        order()
            .withInputPacks(
                List.of(new InputPack(right.digest(), right.bytes(), 2, List.of("d")))));
    assertThat(work.resolve("a")).doesNotExist();
  }

  private void assertLeftOut(WorkOrder order) throws IOException {
    Path folder = work.resolve("bags/b1/inputs" + blobs.fetched() + order.hashCode());
    bagInputs.prepare(BAG, order, folder);
    try (Stream<Path> all = Files.walk(folder)) {
      assertThat(all.filter(Files::isRegularFile).map(file -> folder.relativize(file).toString()))
          .containsExactlyElementsOf(
              order.inputs().stream().map(input -> input.path().value()).toList());
    }
  }

  /** A pack with a file, whose mode is given, and others that are not executable. */
  private InputPack pack(String path, int mode, String... others) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeBytes("tender-input-pack-1\n");
    List<String> paths = new ArrayList<>(List.of(others));
    paths.addFirst(path);
    for (int i = 0; i < paths.size(); i++) {
      out.writeUTF(paths.get(i));
      out.writeByte(i == 0 ? mode : 0);
      String content = "content of " + paths.get(i);
      out.writeInt(content.length());
      out.writeBytes(content);
    }
    byte[] pack = bytes.toByteArray();
    return new InputPack(blobs.add(pack), pack.length, paths.size(), List.of("d"));
  }

  @Test
  void contentIsFetchedOnceForAllBagsAndRestarts() throws IOException {
    WorkOrder order = order(input("a", "same", false), input("b", "same", false));
    bagInputs.prepare(BAG, order, inputs);
    bagInputs.prepare(BAG, order, inputs);
    new BagInputs(work, blobs).prepare(new BagId("b2"), order, work.resolve("bags/b2/inputs"));
    assertThat(work.resolve("bags/b2/inputs/b")).hasContent("same");
    assertThat(blobs.fetched()).isEqualTo(1);
  }

  @Test
  void inputsThatAreNotCachedAreMissing() throws IOException {
    CachedInputs cached = CachedInputs.below(work);
    InputFile known = input("a", "known", false);
    WorkOrder order = order(known, input("b", "known", false), input("c", "missing", false));
    assertThat(cached.missingBytes(order)).isEqualTo(5 + 7);
    bagInputs.prepare(new BagId("b2"), order(known), work.resolve("bags/b2/inputs"));
    Path file = work.resolve("blobs").resolve(known.digest().hex());
    Files.setLastModifiedTime(file, FileTime.fromMillis(0));
    assertThat(cached.missingBytes(order)).isEqualTo(7);
    assertThat(Files.getLastModifiedTime(file).toMillis()).isPositive();
  }

  @Test
  void concurrentRequestsFetchContentOnce() throws Exception {
    WorkOrder order = order(input("a", "same", false));
    List<Future<?>> asked = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 8; i++) {
        Path own = work.resolve("bags/b" + i % 2 + "/inputs");
        asked.add(
            threads.submit(
                () -> {
                  bagInputs.prepare(BAG, order, own);
                  return own;
                }));
      }
    }
    for (Future<?> one : asked) {
      assertThat(((Path) one.get()).resolve("a")).hasContent("same");
    }
    assertThat(blobs.fetched()).isEqualTo(1);
  }

  @Test
  void incompleteStagingIsRepeatedAfterCrash() throws IOException {
    Path half = Files.createDirectories(work.resolve("bags/b1/inputs.new/x"));
    Files.writeString(half.resolve("old"), "old");
    Files.createSymbolicLink(half.resolve("link"), work);
    Files.setPosixFilePermissions(half, PosixFilePermissions.fromString("r-xr-x---"));
    InputFile input = input("a", "content", false);
    Files.createDirectories(work.resolve("blobs"));
    Files.writeString(work.resolve("blobs").resolve(input.digest() + ".new"), "con");
    bagInputs.prepare(BAG, order(input), inputs);
    assertThat(inputs.resolve("a")).hasContent("content");
    assertThat(inputs.resolve("x")).doesNotExist();
    assertThat(work).exists();
  }

  @Test
  void contentWithWrongDigestIsRejected() throws IOException {
    InputFile input = input("a", "content", false);
    blobs.corrupt(input.digest(), "CONTENT".getBytes(UTF_8));
    refused(order(input), input.digest().hex());
    try (Stream<Path> cached = Files.list(work.resolve("blobs"))) {
      assertThat(cached).isEmpty();
    }
    assertThat(inputs).doesNotExist();
    blobs.add("content".getBytes(UTF_8));
    bagInputs.prepare(BAG, order(input), inputs);
    assertThat(inputs.resolve("a")).hasContent("content");
  }

  @Test
  void contentWithWrongSizeIsRejected() {
    InputFile input = input("a", "content", false);
    refused(order(new InputFile(input.path(), input.digest(), 6, false)), "7 bytes");
  }

  @Test
  void tamperedCacheIsNotTrusted() throws IOException {
    InputFile input = input("a", "content", false);
    Path cached = work.resolve("blobs").resolve(input.digest().hex());
    Files.createDirectories(work.resolve("blobs"));
    Files.writeString(cached, "poisoned");
    bagInputs.prepare(BAG, order(input), inputs);
    assertThat(inputs.resolve("a")).hasContent("content");
    Path secret = Files.writeString(work.resolve("secret"), "secret");
    Files.delete(cached);
    Files.createSymbolicLink(cached, secret);
    Path others = work.resolve("bags/b2/inputs");
    bagInputs.prepare(BAG, order(input), others);
    assertThat(others.resolve("a")).hasContent("content");
    assertThat(secret).hasContent("secret");
    assertThat(Files.isSymbolicLink(cached)).isFalse();
  }

  @Test
  void overwrittenInputDoesNotChangeCache() throws IOException {
    InputFile input = input("a", "content", false);
    bagInputs.prepare(BAG, order(input), inputs);
    Files.setPosixFilePermissions(
        inputs.resolve("a"), PosixFilePermissions.fromString("rw-------"));
    Files.writeString(inputs.resolve("a"), "changed");
    Path others = work.resolve("bags/b2/inputs");
    bagInputs.prepare(BAG, order(input), others);
    assertThat(others.resolve("a")).hasContent("content");
    assertThat(blobs.fetched()).isEqualTo(1);
  }

  @Test
  void lineCountMustMatchWorkOrder() throws IOException {
    Digest digest = blobs.add("one\ntwo\n".getBytes(UTF_8));
    Path file = work.resolve("lines");
    for (int i = 0; i < 2; i++) {
      try (TaskLines lines = bagInputs.lines(BAG, new TaskList.Lines(digest, 2), file)) {
        assertThat(lines.line(1)).isEqualTo("two");
      }
      Files.writeString(file, "changed by a task");
    }
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> bagInputs.lines(BAG, new TaskList.Lines(digest, 3), file).close())
        .withMessageContaining("has 2 lines");
  }

  @Test
  void inputsAreLinkedIntoTaskFolder() throws IOException {
    bagInputs.prepare(BAG, order(input("a", "A", false), input("d/e", "E", false)), inputs);
    Path task = Files.createDirectories(work.resolve("bags/b1/part/tasks/7"));
    InputLinks links = InputLinks.of(inputs);
    links.createIn(task);
    links.createIn(task);
    assertThat(task.resolve("a")).hasContent("A");
    assertThat(task.resolve("d/e")).hasContent("E");
    assertThat(Files.readSymbolicLink(task.resolve("a"))).isEqualTo(Path.of("../../../inputs/a"));
    Files.delete(task.resolve("a"));
    Files.writeString(task.resolve("a"), "own");
    links.createIn(task);
    assertThat(task.resolve("a")).hasContent("own");
    assertThat(Files.isSymbolicLink(task.resolve("a"))).isFalse();
  }

  @Test
  void siteInputsAreLinksBesideTheCopies(@TempDir Path site) throws IOException {
    Files.createDirectories(site.resolve("genomes/hg38"));
    Files.writeString(site.resolve("genomes/hg38/chr1"), "ACGT");
    var withSite =
        new BagInputs(work, blobs, Datasets.of(Map.of("genomes", site.resolve("genomes"))));
    WorkOrder order =
        order(input("a", "A", false))
            .withSiteInputs(
                List.of(
                    SiteInput.parse("site:genomes"), SiteInput.parse("site:genomes/hg38/chr1")));
    withSite.prepare(BAG, order, inputs);
    assertThat(inputs.resolve("genomes/hg38/chr1")).hasContent("ACGT");
    assertThat(inputs.resolve("chr1")).hasContent("ACGT");
    assertThat(Files.readSymbolicLink(inputs.resolve("chr1")))
        .isEqualTo(site.toRealPath().resolve("genomes/hg38/chr1"));
    assertThat(permissions(site.resolve("genomes"))).startsWith("rwx");
    Path task = Files.createDirectories(work.resolve("bags/b1/part/tasks/7"));
    InputLinks.of(inputs).createIn(task);
    assertThat(task.resolve("genomes/hg38/chr1")).hasContent("ACGT");
    SecureDeletion.deleteTree(work.resolve("bags"));
    assertThat(site.resolve("genomes/hg38/chr1")).hasContent("ACGT");
  }

  @Test
  void partWithoutItsSiteInputIsNotStaged() {
    refused(
        order().withSiteInputs(List.of(SiteInput.parse("site:genomes"))),
        "site:genomes: not in this site's datasets");
  }

  private void refused(WorkOrder order, String message) {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> bagInputs.prepare(BAG, order, inputs))
        .withMessageContaining(message);
    assertThat(inputs).doesNotExist();
  }

  private InputFile input(String path, String content, boolean executable) {
    byte[] bytes = content.getBytes(UTF_8);
    return new InputFile(new RelativePath(path), blobs.add(bytes), bytes.length, executable);
  }

  private static WorkOrder order(InputFile... inputs) {
    return new WorkOrder(
        1,
        "a",
        "a",
        new TaskList.Count(1),
        Optional.empty(),
        List.of(inputs),
        List.of(),
        1,
        1,
        0,
        Optional.empty());
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }
}
