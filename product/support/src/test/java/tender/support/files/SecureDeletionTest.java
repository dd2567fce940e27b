package tender.support.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecureDeletionTest {
  @TempDir Path folder;

  @Test
  void removesATreeAndNothingThatItLinksTo() throws IOException {
    Path precious = Files.createDirectory(folder.resolve("precious"));
    Files.writeString(precious.resolve("file"), "kept");
    Path root = folder.resolve("root");
    Path deep = Files.createDirectories(root.resolve("a/b/c"));
    Files.writeString(deep.resolve("file"), "gone");
    Files.createSymbolicLink(root.resolve("link"), precious);
    Files.createSymbolicLink(deep.resolve("nowhere"), Path.of("/no/such/file"));
    Files.setPosixFilePermissions(deep, PosixFilePermissions.fromString("---------"));

    SecureDeletion.deleteTree(root);
    assertThat(root).doesNotExist();
    assertThat(precious.resolve("file")).hasContent("kept");
    SecureDeletion.deleteTree(root);
  }

  @Test
  void aLinkGoesAndWhatItLeadsToStays() throws IOException {
    Path precious = Files.createFile(folder.resolve("precious"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), precious);
    SecureDeletion.deleteTree(link);
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(precious).exists();
  }
}
