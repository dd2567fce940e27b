package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
    Path many = Files.createDirectory(base.resolve("many"));
    for (int i = 0; i <= 10_000; i++) {
      Files.createFile(many.resolve("f" + i));
    }
    assertRejected("many", "10000");
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
    byte[] bytes = TestWorkOrders.bytes(content);
    return new InputFile(new RelativePath(path), Digest.of(bytes), bytes.length, executable);
  }
}
