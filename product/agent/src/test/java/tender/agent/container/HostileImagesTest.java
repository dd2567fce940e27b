package tender.agent.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Digest;
import tender.testbed.TestImage;

/** Archives that attack the site on which they are unpacked. */
@Tag("live")
@Timeout(120)
class HostileImagesTest {
  private static final ImageLimits LIMITS =
      new ImageLimits(50_000_000, 2_000, Duration.ofSeconds(30));

  @TempDir private Path folder;

  private Path files() throws Exception {
    return TestImage.busyboxFiles(folder.resolve("files"));
  }

  private Path unpack(Path archive) throws IOException {
    return unpack(archive, LIMITS);
  }

  private Path unpack(Path archive, ImageLimits limits) throws IOException {
    Path target = Files.createTempDirectory(folder, "unpacked");
    new ImageUnpacker(limits, List.of(folder))
        .unpack(new ImageSource.Archive(archive, Digest.of(archive), "image.tar"), target);
    return target.resolve("rootfs");
  }

  private Path archive(List<String> tarArguments) throws Exception {
    Path layer = folder.resolve("layer.tar");
    var command = new ArrayList<String>(List.of("tar", "-cPf", layer.toString()));
    command.addAll(tarArguments);
    run(command);
    return TestImage.writeLayer(layer, folder.resolve("image.tar"));
  }

  private void run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).inheritIO().directory(folder.toFile()).start();
    assertThat(process.waitFor()).isZero();
  }

  private void assertRefused(Path archive, ImageLimits limits, String reason) {
    assertThatThrownBy(() -> unpack(archive, limits))
        .isInstanceOf(InvalidImageException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void filesOutsideOfTheImageAreNotWritten() throws Exception {
    Path victim = Files.createDirectory(folder.resolve("victim"));
    Path tree = files();
    Files.writeString(tree.resolve("evil"), "evil");
    Files.createSymbolicLink(tree.resolve("link"), victim);
    Path archive =
        archive(
            List.of(
                "-C",
                tree.toString(),
                "--transform=s,^./evil$," + victim + "/absolute,",
                "./bin",
                "./link",
                "./evil"));
    assertHarmless(archive, victim);
    archive =
        archive(
            List.of(
                "-C",
                tree.toString(),
                "--transform=s,^./evil$,../../../../../../../../../.." + victim + "/above,",
                "./bin",
                "./evil"));
    assertHarmless(archive, victim);
    archive =
        archive(
            List.of(
                "-C",
                tree.toString(),
                "--transform=s,^./evil$,link/through,",
                "./bin",
                "./link",
                "./evil"));
    assertHarmless(archive, victim);
  }

  /** Either it is refused, or everything is inside of the image. */
  private void assertHarmless(Path archive, Path victim) throws IOException {
    try {
      unpack(archive);
    } catch (InvalidImageException e) {
      assertThat(e).hasMessageContaining("cannot be unpacked");
    }
    assertThat(victim).isEmptyDirectory();
  }

  @Test
  void specialFilesAndRightsAreRemoved() throws Exception {
    Path tree = files();
    Files.setAttribute(tree.resolve("bin/busybox"), "unix:mode", 06755);
    run(List.of("mkfifo", tree.resolve("pipe").toString()));
    if (System.getProperty("user.name").equals("root")) {
      run(List.of("mknod", tree.resolve("disk").toString(), "b", "7", "0"));
    }
    Path root = unpack(TestImage.write(tree, folder.resolve("image.tar")));
    try (Stream<Path> all = Files.walk(root)) {
      for (Path path : all.toList()) {
        assertThat((int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 06000)
            .as(path.toString())
            .isZero();
        assertThat(
                Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
                    || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                    || Files.isSymbolicLink(path))
            .as(path.toString())
            .isTrue();
      }
    }
  }

  @Test
  void imageThatGrowsWhenUnpackedIsRefused() throws Exception {
    Path tree = files();
    run(List.of("truncate", "-s", "100G", tree.resolve("zeros").toString()));
    Path sparse = archive(List.of("--format=posix", "--sparse", "-C", tree.toString(), "."));
    assertThat(Files.size(sparse)).isLessThan(10_000_000);
    assertRefused(sparse, LIMITS, "more than 50 MB");
  }

  @Test
  void contentInUnreadableFolderIsCounted() throws Exception {
    Path tree = files();
    Path hidden = Files.createDirectories(tree.resolve("hidden"));
    run(List.of("truncate", "-s", "100G", hidden.resolve("zeros").toString()));
    Path sparse =
        archive(
            List.of(
                "--format=posix",
                "--sparse",
                "--mode=a-r",
                "-C",
                tree.toString(),
                "bin",
                "hidden"));
    assertRefused(sparse, LIMITS, "more than 50 MB");
  }

  @Test
  void imageWithManyFilesIsRefused() throws Exception {
    Path tree = files();
    for (int i = 0; i < 3_000; i++) {
      Files.createFile(tree.resolve("file" + i));
    }
    Path archive = TestImage.write(tree, folder.resolve("image.tar"));
    assertRefused(archive, LIMITS, "more than 2000 files");
  }

  @Test
  void unpackingIsLimitedInTime() throws Exception {
    Path tree = files();
    run(List.of("truncate", "-s", "100G", tree.resolve("zeros").toString()));
    Path sparse = archive(List.of("--format=posix", "--sparse", "-C", tree.toString(), "."));
    var oneSecond = new ImageLimits(1L << 40, 2_000, Duration.ofSeconds(1));
    assertRefused(sparse, oneSecond, "took longer than 1 s");
  }

  @Test
  void imageWithoutShellIsRefused() throws Exception {
    Path tree = files();
    Files.delete(tree.resolve("bin/sh"));
    Path archive = TestImage.write(tree, folder.resolve("image.tar"));
    assertRefused(archive, LIMITS, "It has no /bin/sh");
  }

  @Test
  void otherFilesAreNoImages() throws Exception {
    Path text = Files.writeString(folder.resolve("image.tar"), "this is no archive");
    assertRefused(text, LIMITS, "not a readable OCI archive");
    Path tree = files();
    run(List.of("tar", "-cf", "other.tar", "-C", tree.toString(), "."));
    assertRefused(folder.resolve("other.tar"), LIMITS, "not a readable OCI archive");
  }
}
