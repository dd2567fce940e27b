package tender.agent.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RootFolderTest {
  @TempDir private Path folder;

  private Path file(String name, int mode) throws IOException {
    Path file = folder.resolve("root/" + name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "text");
    Files.setAttribute(file, "unix:mode", mode);
    return file;
  }

  private RootFolder root() {
    return new RootFolder(folder.resolve("root"));
  }

  @Test
  void programsCannotRunAsTheirOwnerAndFilesCannotBeChanged() throws IOException {
    Path setUser = file("bin/su", 06755);
    Path writable = file("data/shared", 0666);
    Path secret = file("etc/shadow", 0600);
    Files.setAttribute(folder.resolve("root/data"), "unix:mode", 01777);
    Path outside = Files.writeString(folder.resolve("outside"), "text");
    Files.setPosixFilePermissions(outside, PosixFilePermissions.fromString("rw-rw-rw-"));
    Files.createSymbolicLink(folder.resolve("root/link"), outside);
    root().secure();
    assertThat(mode(setUser)).isEqualTo(0755);
    assertThat(mode(writable)).isEqualTo(0644);
    assertThat(mode(secret)).isEqualTo(0600);
    assertThat(mode(folder.resolve("root/data"))).isEqualTo(0755);
    assertThat(mode(outside)).isEqualTo(0666);
  }

  private static int mode(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
  }

  /** Links of the image, each from the first to the second path. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          usr/bin/dash, usr/bin/sh,  dash,             bin,  usr/bin
          bin/busybox,  bin/sh,      busybox,          sbin, bin
          opt/shell,    bin/sh,      /opt/shell,       sbin, bin
          opt/shell,    bin/sh,      ../../opt/shell,  sbin, bin
          """)
  void shellIsFoundThroughLinksOfTheImage(
      String program, String link, String target, String folderLink, String folderTarget)
      throws IOException {
    file(program, 0755);
    Path shell = folder.resolve("root").resolve(link);
    Files.createDirectories(shell.getParent());
    Files.createSymbolicLink(shell, Path.of(target));
    Files.createSymbolicLink(folder.resolve("root").resolve(folderLink), Path.of(folderTarget));
    assertThatCode(root()::requireShell).doesNotThrowAnyException();
  }

  @Test
  void shellOfTheHostIsNotTheImages() throws IOException {
    Files.createDirectories(folder.resolve("root/bin"));
    Path shell = folder.resolve("root/bin/sh");
    assertNoShell();
    Files.createSymbolicLink(shell, Path.of("/usr/bin/env"));
    assertNoShell();
    Files.delete(shell);
    Files.createSymbolicLink(shell, Path.of("sh"));
    assertNoShell();
    Files.delete(shell);
    file("bin/sh", 0644);
    assertNoShell();
  }

  private void assertNoShell() {
    assertThatThrownBy(root()::requireShell)
        .isInstanceOf(InvalidImageException.class)
        .hasMessageContaining("It has no /bin/sh");
  }

  @Test
  void mountPointsReplaceLinksOfTheImage() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.createDirectories(folder.resolve("root"));
    Files.createSymbolicLink(folder.resolve("root/tmp"), outside);
    Files.createSymbolicLink(folder.resolve("root/etc"), outside);
    root()
        .createMountPoints(
            List.of(Path.of("/tmp/work"), Path.of("/run")), List.of(Path.of("/etc/hosts")));
    assertThat(folder.resolve("root/tmp/work")).isDirectory();
    assertThat(folder.resolve("root/run")).isDirectory();
    assertThat(folder.resolve("root/etc/hosts")).isRegularFile();
    assertThat(outside).isEmptyDirectory();
  }
}
