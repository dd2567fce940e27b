package tender.agent.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.batch.folder.ContainerSandbox;
import tender.agent.batch.folder.Sandbox;

/** The command lines with which containers are started. */
class RuntimeOptionsTest {
  private static final Path ROOT = Path.of("/work/images/a/rootfs");
  private static final Path WORK = Path.of("/work");
  private static final Sandbox WITHOUT_NETWORK =
      new Sandbox(/* network= */ false, List.of(Path.of("/data")), List.of(WORK));
  private static final Sandbox WITH_NETWORK =
      new Sandbox(/* network= */ true, List.of(), List.of(WORK));

  @Test
  void bubblewrapReplacesTheRootFolder() {
    var sandbox = new ContainerSandbox(WITHOUT_NETWORK, WORK);
    List<String> arguments = sandbox.arguments(ROOT, Map.of("PATH", "/bin"));
    assertThat(arguments)
        .containsSequence("--unshare-all", "--die-with-parent", "--cap-drop", "ALL")
        .containsSequence("--ro-bind", ROOT.toString(), "/")
        .containsSequence("--ro-bind", "/data", "/data")
        .containsSequence("--tmpfs", "/work")
        .containsSequence("--setenv", "PATH", "/bin")
        .doesNotContain("--share-net", "/usr", "/etc");
    assertThat(sandbox.mountPoints()).contains(WORK, Path.of("/data"), Path.of("/tmp"));
    assertThat(sandbox.mountedFiles()).isEmpty();
    assertThat(new ContainerSandbox(WITH_NETWORK, WORK).arguments(ROOT, Map.of()))
        .contains("--share-net", "/etc/resolv.conf");
  }

  @Test
  void podmanGetsTheUnpackedImage() {
    List<String> lines =
        new PodmanOptions(WITHOUT_NETWORK, WORK)
            .lines(ROOT, Map.of("PATH", "/bin", "TEXT", "two\nlines"));
    assertThat(lines)
        .startsWith(ROOT.toString(), "--rootfs")
        .contains("--network=none", "--cap-drop=all", "--security-opt=no-new-privileges")
        .contains("--read-only", "--env=PATH=/bin", "--env=TENDER_*", "--volume=/data:/data:ro")
        .endsWith("--rm")
        .allMatch(line -> line.indexOf('\n') < 0);
    assertThat(new PodmanOptions(WITH_NETWORK, WORK).lines(ROOT, Map.of()))
        .contains("--network=host");
  }

  @Test
  void datasetsAreReadOnlyAtTheirOwnPaths(@TempDir Path dataset) {
    Sandbox sandbox = WITHOUT_NETWORK.withDatasets(List.of(dataset, Path.of("/absent")));
    String volume = dataset + ":" + dataset + ":ro";
    var container = new ContainerSandbox(sandbox, WORK);
    assertThat(container.arguments(ROOT, Map.of()))
        .containsSequence("--ro-bind-try", dataset.toString(), dataset.toString())
        .containsSequence("--ro-bind-try", "/absent", "/absent");
    assertThat(container.mountPoints()).contains(dataset);
    assertThat(new PodmanOptions(sandbox, WORK).lines(ROOT, Map.of()))
        .contains("--volume=" + volume)
        .noneMatch(line -> line.contains("/absent"));
    assertThat(
            new ApptainerCommand(sandbox).of(ROOT, Map.of(), List.of(), WORK, List.of("/bin/sh")))
        .containsSequence("--bind", volume)
        .noneMatch(word -> word.contains("/absent"));
  }

  @Test
  void apptainerSeesNothingOfTheNode() {
    List<String> command =
        new ApptainerCommand(WITHOUT_NETWORK)
            .of(
                ROOT,
                Map.of("PATH", "/bin"),
                List.of(Path.of("/work/bags/b/inputs")),
                Path.of("/work/bags/b/1.0/tasks/0"),
                List.of("/bin/sh", "/work/bags/b/1.0/control/0/command"));
    assertThat(command)
        .startsWith("apptainer", "--quiet", "exec", "--containall", "--cleanenv", "--no-home")
        .containsSequence("--net", "--network", "none")
        .containsSequence("--env", "PATH=/bin")
        .containsSequence("--bind", "/data:/data:ro")
        .containsSequence("--bind", "/work/bags/b/inputs:/work/bags/b/inputs:ro")
        .containsSequence("--pwd", "/work/bags/b/1.0/tasks/0", ROOT.toString(), "/bin/sh")
        .endsWith("/work/bags/b/1.0/control/0/command");
    assertThat(
            new ApptainerCommand(WITH_NETWORK)
                .of(ROOT, Map.of(), List.of(), WORK, List.of("/bin/sh")))
        .doesNotContain("--net");
  }
}
