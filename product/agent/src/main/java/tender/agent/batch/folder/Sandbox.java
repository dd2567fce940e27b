package tender.agent.batch.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What all tasks of a provider see in their sandboxes, which bubblewrap creates, in addition to
 * their own files: the system's programs, and nothing of the agent's. Processes, shared memory and
 * {@code /tmp} are a task's own.
 *
 * @param network whether tasks have the node's network; otherwise they have none
 * @param readOnly folders of the node that tasks can read, such as those of installed software
 * @param datasets folders of data that tasks can read, where the node has them: a node without one
 *     can still run the tasks that need none
 * @param hidden folders that tasks must not see, even if they are in one of the others
 */
public record Sandbox(
    boolean network, List<Path> readOnly, List<Path> datasets, List<Path> hidden) {
  /** Readable by every account of an ordinary Linux system. */
  private static final List<Path> SYSTEM = List.of(Path.of("/usr"), Path.of("/etc"));

  /** On most systems these are links into /usr. */
  private static final List<String> PROGRAMS =
      List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");

  private static final Path OPTIONAL_SOFTWARE = Path.of("/opt");

  public Sandbox {
    readOnly = List.copyOf(readOnly);
    datasets = List.copyOf(datasets);
    hidden = List.copyOf(hidden);
    for (Path path : readOnly) {
      if (!path.isAbsolute() || path.getNameCount() == 0) {
        throw new IllegalArgumentException(
            ("The setting 'sandbox.read_only' contains '%s', and must contain absolute paths of"
                    + " folders, not the root.")
                .formatted(path));
      }
    }
  }

  /** Without datasets. */
  public Sandbox(boolean network, List<Path> readOnly, List<Path> hidden) {
    this(network, readOnly, List.of(), hidden);
  }

  /** The same with other datasets. */
  public Sandbox withDatasets(List<Path> folders) {
    return new Sandbox(network, readOnly, folders, hidden);
  }

  /** For programs that start nothing if a folder does not exist. */
  public List<Path> existingDatasets() {
    return datasets.stream().filter(path -> Files.isDirectory(path)).toList();
  }

  /** The arguments of bubblewrap that are the same for all tasks. */
  public List<String> arguments() throws IOException {
    var arguments = new ArrayList<String>(List.of("--unshare-all", "--die-with-parent"));
    arguments.addAll(List.of("--cap-drop", "ALL"));
    if (network) {
      arguments.add("--share-net");
      add(arguments, "--ro-bind-try", Path.of("/run/systemd/resolve"));
    }
    SYSTEM.forEach(path -> add(arguments, "--ro-bind", path));
    add(arguments, "--ro-bind-try", OPTIONAL_SOFTWARE);
    for (String name : PROGRAMS) {
      Path path = Path.of("/", name);
      if (Files.isSymbolicLink(path)) {
        arguments.addAll(
            List.of("--symlink", Files.readSymbolicLink(path).toString(), path.toString()));
      } else {
        add(arguments, "--ro-bind-try", path);
      }
    }
    arguments.addAll(List.of("--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"));
    arguments.addAll(List.of("--symlink", "../tmp", "/var/tmp"));
    readOnly.forEach(path -> add(arguments, "--ro-bind", path));
    datasets.forEach(path -> add(arguments, "--ro-bind-try", path));
    for (Path path : masks(visibleFolders())) {
      arguments.addAll(List.of("--tmpfs", path.toString()));
    }
    arguments.addAll(List.of("--setenv", "HOME", "/tmp", "--setenv", "TMPDIR", "/tmp"));
    return arguments;
  }

  /** The folders that a task can read, in words. */
  public String visible() {
    return visibleFolders().map(Path::toString).collect(Collectors.joining(", "));
  }

  private Stream<Path> visibleFolders() {
    return Stream.of(SYSTEM, List.of(OPTIONAL_SOFTWARE), readOnly, datasets).flatMap(List::stream);
  }

  /** Where a hidden folder would be visible. Links may lead there on both sides. */
  List<Path> masks(Stream<Path> visibleFolders) {
    return visibleFolders
        .flatMap(
            visible ->
                hidden.stream()
                    .filter(path -> real(path).startsWith(real(visible)))
                    .map(path -> visible.resolve(real(visible).relativize(real(path)))))
        .toList();
  }

  /** Without links, if it exists. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      return path.normalize();
    }
  }

  private static void add(List<String> arguments, String option, Path path) {
    arguments.addAll(List.of(option, path.toString(), path.toString()));
  }
}
