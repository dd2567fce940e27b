package tender.agent.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.bagfile.Container;
import tender.testbed.TestImage;

/** Images from a real registry on this machine. */
@Tag("live")
@Timeout(120)
class RegistryImagesTest {
  private static final ImageLimits LIMITS =
      new ImageLimits(50_000_000, 2_000, Duration.ofSeconds(30));

  @TempDir private Path folder;
  private Process registry;
  private String name;

  @BeforeEach
  void startRegistry() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/docker-registry")),
        "testbed/install installs docker-registry");
    int port;
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path config =
        Files.writeString(
            folder.resolve("registry.yml"),
            """
            version: 0.1
            storage: {filesystem: {rootdirectory: %s}}
            http: {addr: "127.0.0.1:%d"}
            """
                .formatted(folder.resolve("registry"), port));
    registry =
        new ProcessBuilder("docker-registry", "serve", config.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("registry.log").toFile())
            .start();
    Await.until("the registry answers", () -> answers(port));
    Path archive = TestImage.write(TestImage.busyboxFiles(folder.resolve("files")), archive());
    name = "127.0.0.1:" + port + "/lab/busybox";
    run("copy", "--dest-tls-verify=false", "oci-archive:" + archive, "docker://" + name + ":1");
  }

  private Path archive() {
    return folder.resolve("image.tar");
  }

  private static boolean answers(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static String run(String... arguments) throws Exception {
    var command = new ArrayList<>(List.of("skopeo"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return printed.strip();
  }

  @AfterEach
  void stopRegistry() throws InterruptedException {
    if (registry != null) {
      registry.destroyForcibly().waitFor();
    }
  }

  private static ImageSource source(Container container) {
    return new ImageSource.Registry(
        container.image().orElseThrow(), container.imageDigest().orElseThrow());
  }

  @Test
  void imageIsFetchedByItsDigest() throws Exception {
    String digest =
        run("inspect", "--tls-verify=false", "--format={{.Digest}}", "docker://" + name + ":1");
    Container container = Container.ofImage(name + "@" + digest);
    Path target = Files.createDirectory(folder.resolve("target"));
    new ImageUnpacker(LIMITS, List.of()).unpack(source(container), target);
    assertThat(target.resolve("rootfs/etc/image")).hasContent("from the image\n");
    assertThat(ImageEnvironment.read(target)).containsEntry("IMAGE_VARIABLE", "from the image");
  }

  @Test
  void unknownImageMayBeThereLater() throws Exception {
    Container container = Container.ofImage(name + "@sha256:" + "0".repeat(64));
    Path target = Files.createDirectory(folder.resolve("target"));
    assertThatThrownBy(() -> new ImageUnpacker(LIMITS, List.of()).unpack(source(container), target))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Cannot fetch " + name);
  }
}
