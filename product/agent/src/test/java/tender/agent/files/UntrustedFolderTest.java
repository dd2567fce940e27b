package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UntrustedFolderTest {
  @TempDir private Path root;
  private Path secrets;

  @BeforeEach
  void makeFolders() throws IOException {
    secrets = Files.createDirectory(root.resolve("secrets"));
    Files.writeString(secrets.resolve("file"), "SECRET");
    Files.createDirectories(root.resolve("a/b"));
    Files.writeString(root.resolve("a/b/file"), "plain");
  }

  @Test
  void openFolderIsReadEvenAfterReplacementByLink() throws IOException {
    try (UntrustedFolder a = UntrustedFolder.open(root, root.resolve("a"));
        UntrustedFolder b = a.folder(Path.of("b"))) {
      Files.move(root.resolve("a"), root.resolve("moved"));
      Files.createSymbolicLink(root.resolve("a"), secrets);
      Files.move(root.resolve("moved/b"), root.resolve("moved/c"));
      Files.createSymbolicLink(root.resolve("moved/b"), secrets);
      assertThat(content(b)).isEqualTo("plain");
      assertThat(b.names(10)).containsExactly(Path.of("file"));
      assertThatExceptionOfType(UntrustedFolder.LinkException.class)
          .isThrownBy(() -> a.folder(Path.of("b")).close());
    }
  }

  @Test
  void linksInPathAreRefused() throws IOException {
    Files.createSymbolicLink(root.resolve("link"), secrets);
    Files.createSymbolicLink(root.resolve("a/link"), Path.of("b"));
    Files.createSymbolicLink(root.resolve("a/b/link"), secrets.resolve("file"));
    for (String way : new String[] {"link", "a/link", "a/link/x"}) {
      assertThatExceptionOfType(UntrustedFolder.LinkException.class)
          .isThrownBy(() -> UntrustedFolder.open(root, root.resolve(way)).close());
    }
    try (UntrustedFolder b = UntrustedFolder.open(root, root.resolve("a/b"))) {
      assertThatExceptionOfType(UntrustedFolder.LinkException.class)
          .isThrownBy(() -> b.file(Path.of("link")).close());
      assertThat(b.attributes(Path.of("link")).isSymbolicLink()).isTrue();
      assertThatExceptionOfType(NotDirectoryException.class)
          .isThrownBy(() -> b.folder(Path.of("file")).close());
    }
  }

  @Test
  void onlyFileNamesAreAccepted() throws IOException {
    try (UntrustedFolder a = UntrustedFolder.open(root, root.resolve("a"))) {
      for (Path way : new Path[] {Path.of("b/file"), Path.of(".."), secrets.resolve("file")}) {
        assertThatIllegalArgumentException().isThrownBy(() -> a.file(way).close());
        assertThatIllegalArgumentException().isThrownBy(() -> a.folder(way).close());
        assertThatIllegalArgumentException().isThrownBy(() -> a.attributes(way));
      }
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UntrustedFolder.open(root.resolve("a"), secrets).close());
  }

  private static String content(UntrustedFolder folder) throws IOException {
    try (SeekableByteChannel file = folder.file(Path.of("file"))) {
      ByteBuffer content = ByteBuffer.allocate(100);
      file.read(content);
      return UTF_8.decode(content.flip()).toString();
    }
  }
}
