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
  void treeIsDeletedAndLinkTargetsAreKept() throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.writeString(target.resolve("file"), "kept");
    Path root = folder.resolve("root");
    Path deep = Files.createDirectories(root.resolve("a/b/c"));
    Files.writeString(deep.resolve("file"), "deleted");
    Files.createSymbolicLink(root.resolve("link"), target);
    Files.createSymbolicLink(deep.resolve("nowhere"), Path.of("/no/such/file"));
    Files.setPosixFilePermissions(deep, PosixFilePermissions.fromString("---------"));

    SecureDeletion.deleteTree(root);
    assertThat(root).doesNotExist();
    assertThat(target.resolve("file")).hasContent("kept");
    SecureDeletion.deleteTree(root);
  }

  @Test
  void linkIsDeletedAndItsTargetIsKept() throws IOException {
    Path target = Files.createFile(folder.resolve("target"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    SecureDeletion.deleteTree(link);
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(target).exists();
  }
}
