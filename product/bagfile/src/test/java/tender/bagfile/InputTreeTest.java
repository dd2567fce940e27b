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
  void findsFilesAndAllThatIsInFoldersInOrder() throws IOException {
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
  void takesABaseThatIsItselfALink() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), base);
    assertThat(InputTree.collect(link, List.of("run.sh")).files()).hasSize(1);
  }

  @Test
  void refusesLinksWhereverTheyLead() throws IOException {
    Files.createSymbolicLink(base.resolve("file-link"), folder.resolve("secret"));
    Files.createSymbolicLink(base.resolve("inner-link"), Path.of("run.sh"));
    Files.createSymbolicLink(base.resolve("folder-link"), folder);
    Files.createSymbolicLink(base.resolve("data/deep/broken"), Path.of("nowhere"));
    refused("file-link", "'file-link' is a link");
    refused("inner-link", "'inner-link' is a link");
    refused("folder-link", "'folder-link' is a link");
    refused("folder-link/secret", "'folder-link' is a link");
    refused("data", "'data/deep/broken' is a link");
  }

  @Test
  void refusesWhatIsElsewhereOrNotThere() {
    refused("../secret", "'..'");
    refused("data/../../secret", "'..'");
    refused(folder.resolve("secret").toString(), "begin with '/'");
    refused(".", "'.'");
    refused("", "empty");
    refused("nothing", "'nothing' is not in");
    refused("run.sh/more", "run.sh/more");
  }

  @Test
  void refusesDevicesPipesAndNamesThatCannotTravel() throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", base.resolve("pipe").toString()).start().waitFor())
        .isZero();
    refused("pipe", "'pipe' is neither a file nor a folder");
    Files.createDirectory(base.resolve("odd"));
    Files.writeString(base.resolve("odd/new\nline"), "");
    refused("odd", "'odd/new\\u000aline'");
  }

  @Test
  void refusesMoreFilesThanABagMayHave() throws IOException {
    Path many = Files.createDirectory(base.resolve("many"));
    for (int i = 0; i <= 10_000; i++) {
      Files.createFile(many.resolve("f" + i));
    }
    refused("many", "10000");
  }

  private void refused(String input, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> InputTree.collect(base, List.of(input)))
        .withMessageContaining(message);
  }

  private static InputFile file(String path, String content, boolean executable) {
    byte[] bytes = TestWorkOrders.bytes(content);
    return new InputFile(new RelativePath(path), Digest.of(bytes), bytes.length, executable);
  }
}
