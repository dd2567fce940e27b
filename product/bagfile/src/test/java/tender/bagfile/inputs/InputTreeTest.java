package tender.bagfile.inputs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.InputPack;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;

class InputTreeTest {
  @TempDir private Path folder;
  private Path base;

  @BeforeEach
  void makeBase() throws IOException {
    base = Files.createDirectories(folder.resolve("base"));
    Files.createDirectories(base.resolve("data/deep/empty"));
    Files.writeString(base.resolve("run.sh"), "#!/bin/sh\n").toFile().setExecutable(true);
    Files.writeString(base.resolve("data/b"), "bb");
    Files.writeString(base.resolve("data/deep/a"), "");
    Files.writeString(base.resolve("unasked"), "x");
    Files.writeString(folder.resolve("secret"), "s");
  }

  @Test
  void filesInFoldersAreCollectedInOrder() throws IOException {
    for (List<String> inputs :
        List.of(
            List.of("run.sh", "data"),
            List.of("./data/", "run.sh", "data/b", "./run.sh"),
            List.of("data/deep", "data/b", "run.sh"))) {
      InputTree tree = InputTree.collect(base, inputs);
      assertThat(tree.files())
          .containsExactly(
              file("data/b", "bb", false),
              file("data/deep/a", "", false),
              file("run.sh", "#!/bin/sh\n", true));
      assertThat(tree.entries().getFirst().onDisk()).hasContent("bb");
    }
    assertThat(InputTree.collect(base, List.of()).files()).isEmpty();
  }

  @Test
  void baseFolderMayBeASymbolicLink() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), base);
    assertThat(InputTree.collect(link, List.of("run.sh")).files()).hasSize(1);
  }

  @Test
  void symbolicLinksAreRejected() throws IOException {
    Files.createSymbolicLink(base.resolve("file-link"), folder.resolve("secret"));
    Files.createSymbolicLink(base.resolve("inner-link"), Path.of("run.sh"));
    Files.createSymbolicLink(base.resolve("folder-link"), folder);
    Files.createSymbolicLink(base.resolve("data/deep/broken"), Path.of("nowhere"));
    assertRejected("file-link", "'file-link' is a symbolic link");
    assertRejected("inner-link", "'inner-link' is a symbolic link");
    assertRejected("folder-link", "'folder-link' is a symbolic link");
    assertRejected("folder-link/secret", "'folder-link' is a symbolic link");
    assertRejected("data", "'data/deep/broken' is a symbolic link");
  }

  @Test
  void missingAndOutsidePathsAreRejected() {
    assertRejected("../secret", "'..'");
    assertRejected("data/../../secret", "'..'");
    assertRejected(folder.resolve("secret").toString(), "begin with '/'");
    assertRejected(".", "'.'");
    assertRejected("", "empty");
    assertRejected("nothing", "'nothing' does not exist in");
    assertRejected("run.sh/more", "run.sh/more");
  }

  @Test
  void pipesAndUnprintableNamesAreRejected() throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", base.resolve("pipe").toString()).start().waitFor())
        .isZero();
    assertRejected("pipe", "'pipe' is neither a file nor a folder");
    Files.createDirectory(base.resolve("odd"));
    Files.writeString(base.resolve("odd/new\nline"), "");
    assertRejected("odd", "'odd/new\\u000aline'");
  }

  @Test
  void tooManyInputFilesAreRejected() throws IOException {
    List<String> names = new ArrayList<>();
    for (int i = 0; i <= WorkOrder.MAX_INPUTS; i++) {
      names.add("f" + i);
      Files.createFile(base.resolve("f" + i));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InputTree.collect(base, names))
        .withMessageContaining("maximum of 10000 input files that are larger");
  }

  @Test
  void manySmallFilesInFoldersAreInPacks() throws IOException {
    Path many = Files.createDirectories(base.resolve("many/deep"));
    for (int i = 0; i <= InputTree.MIN_PACKED_FILES; i++) {
      Files.writeString(many.resolve("f" + i), "content of " + i);
    }
    Files.write(many.resolve("large"), new byte[InputPack.MAX_FILE_BYTES + 1]);
    many.resolve("f7").toFile().setExecutable(true);
    InputTree tree = InputTree.collect(base, List.of("many", "run.sh", "data"));
    assertThat(tree.files())
        .extracting(file -> file.path().value())
        .containsExactly("many/deep/large", "run.sh");
    assertThat(tree.packs()).hasSize(1);
    LocalPack pack = tree.packs().getFirst();
    assertThat(pack.pack().names()).containsExactly("data", "many");
    assertThat(pack.pack().files()).isEqualTo(InputTree.MIN_PACKED_FILES + 1 + 2);
    assertThat(InputTree.collect(base, List.of("data", "many")).packs()).containsExactly(pack);

    Path written = folder.resolve("pack");
    pack.writeTo(written);
    assertThat(Digest.of(written)).isEqualTo(pack.pack().digest());
    assertThat(Files.size(written)).isEqualTo(pack.pack().bytes());
    Map<String, String> read = new HashMap<>();
    List<String> executable = new ArrayList<>();
    InputPackReader.read(
        new ByteArrayInputStream(Files.readAllBytes(written)),
        pack.pack(),
        (path, isExecutable, content) -> {
          read.put(path.value(), new String(content, UTF_8));
          if (isExecutable) {
            executable.add(path.value());
          }
        });
    assertThat(read).hasSize(pack.pack().files()).containsEntry("many/deep/f17", "content of 17");
    assertThat(executable).containsExactly("many/deep/f7");

    Files.writeString(many.resolve("f17"), "changed");
    assertThatIllegalStateException()
        .isThrownBy(() -> pack.writeTo(written))
        .withMessageContaining("changed");
  }

  @Test
  void packsAreDividedBySize() throws IOException {
    Path many = Files.createDirectories(base.resolve("many"));
    byte[] content = new byte[InputPack.MAX_FILE_BYTES];
    int files = InputTree.MIN_PACKED_FILES + 1;
    for (int i = 0; i < files; i++) {
      Files.write(many.resolve("f" + i), content);
    }
    List<LocalPack> packs = InputTree.collect(base, List.of("many")).packs();
    assertThat(packs).hasSize(2);
    assertThat(packs.stream().mapToInt(pack -> pack.pack().files()).sum()).isEqualTo(files);
  }

  /** The server names its limit; see the upload of inputs. */
  @Test
  void tooLargeFileIsRejectedWithItsNameAndTheLimit() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InputFile.requireUploadable("big.dat", 70_000_000))
        .withMessageContaining(
            "File 'big.dat' has 70,000,000 bytes; the limit for one file is 67,108,864 bytes (64"
                + " MiB).");
  }

  private void assertRejected(String input, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InputTree.collect(base, List.of(input)))
        .withMessageContaining(message);
  }

  private static InputFile file(String path, String content, boolean executable) {
    byte[] bytes = content.getBytes(UTF_8);
    return new InputFile(new RelativePath(path), Digest.of(bytes), bytes.length, executable);
  }
}
