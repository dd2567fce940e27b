package tender.agent.batch.folder;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a task sees in a container: the files of its image, which it cannot change, in place of the
 * node's system, and its own files. It is a sandbox even where the owner wants no isolation,
 * because bubblewrap also changes the root folder.
 *
 * @param sandbox the owner's settings: network, and folders of the node that tasks can read
 * @param work the agent's work folder
 */
public record ContainerSandbox(Sandbox sandbox, Path work) {
  /** Folders that programs expect to be writable, in memory. */
  private static final List<Path> TEMPORARY =
      List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/run"));

  private static final Path PROCESSES = Path.of("/proc");
  private static final Path DEVICES = Path.of("/dev");

  /** How names of hosts are resolved, at this node. */
  private static final List<Path> NAME_FILES =
      List.of(Path.of("/etc/resolv.conf"), Path.of("/etc/hosts"));

  /**
   * Programs that reset the handling of signals and start a command, from the agent's machine:
   * those of an image may be unable to. {@code tender-sandbox} has the same path.
   */
  public Path startFolder() {
    return work.resolve("container-start");
  }

  /** Folders that must exist in an image. */
  public List<Path> mountPoints() {
    return Stream.of(
            TEMPORARY, List.of(PROCESSES, DEVICES, work), sandbox.readOnly(), sandbox.datasets())
        .flatMap(List::stream)
        .toList();
  }

  /** Files that must exist in an image. */
  public List<Path> mountedFiles() {
    return sandbox.network() ? NAME_FILES : List.of();
  }

  /**
   * The arguments of bubblewrap that are the same for all tasks in this image.
   *
   * @param root the root folder of the image
   * @param environment the variables of the image
   */
  public List<String> arguments(Path root, Map<String, String> environment) {
    var arguments = new ArrayList<String>(List.of("--unshare-all", "--die-with-parent"));
    arguments.addAll(List.of("--cap-drop", "ALL"));
    arguments.addAll(List.of("--ro-bind", root.toString(), "/"));
    arguments.addAll(List.of("--proc", PROCESSES.toString(), "--dev", DEVICES.toString()));
    TEMPORARY.forEach(path -> arguments.addAll(List.of("--tmpfs", path.toString())));
    if (sandbox.network()) {
      arguments.add("--share-net");
      NAME_FILES.forEach(path -> add(arguments, "--ro-bind-try", path));
    }
    sandbox.readOnly().forEach(path -> add(arguments, "--ro-bind", path));
    sandbox.datasets().forEach(path -> add(arguments, "--ro-bind-try", path));
    Stream<Path> visible = Stream.concat(sandbox.readOnly().stream(), sandbox.datasets().stream());
    Stream.concat(sandbox.masks(visible).stream(), Stream.of(work))
        .forEach(path -> arguments.addAll(List.of("--tmpfs", path.toString())));
    add(arguments, "--ro-bind", startFolder());
    environment.forEach((name, value) -> arguments.addAll(List.of("--setenv", name, value)));
    arguments.addAll(List.of("--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp"));
    arguments.addAll(List.of("--setenv", "SHELL", "/bin/sh"));
    return arguments;
  }

  private static void add(List<String> arguments, String option, Path path) {
    arguments.addAll(List.of(option, path.toString(), path.toString()));
  }
}
