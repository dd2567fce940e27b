package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** A control group of one hierarchy: a folder with files of the kernel. */
record ControlGroupFolder(Path path) {
  /** Keeps group names different from the kernel's file names. */
  private static final String PREFIX = "tender-";

  private static final String PROCESSES = "cgroup.procs";

  ControlGroupFolder child(String name) {
    return new ControlGroupFolder(path.resolve(PREFIX + name));
  }

  void create() throws IOException {
    Files.createDirectories(path);
  }

  boolean exists() {
    return Files.isDirectory(path);
  }

  boolean has(String file) {
    return Files.exists(path.resolve(file));
  }

  /** A process enters the group by writing its id into this file. */
  Path processesFile() {
    return path.resolve(PROCESSES);
  }

  void write(String file, String value) throws IOException {
    Path written = path.resolve(file);
    try {
      Files.writeString(written, value);
    } catch (FileSystemException e) {
      throw new IOException(
          "Cannot write '%s' to %s: %s. %s"
              .formatted(
                  value,
                  written,
                  e.getMessage(),
                  "Check that the controller is enabled and the group is delegated to the agent."),
          e);
    }
  }

  String read(String file) throws IOException {
    return Files.readString(path.resolve(file)).strip();
  }

  List<Long> processes() throws IOException {
    try {
      return Files.readAllLines(processesFile()).stream().map(Long::valueOf).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  /** The names of the child groups. */
  SortedSet<String> children() throws IOException {
    var names = new TreeSet<String>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(path, PREFIX + "*")) {
      for (Path child : found) {
        if (Files.isDirectory(child)) {
          names.add(child.getFileName().toString().substring(PREFIX.length()));
        }
      }
    } catch (NoSuchFileException e) {
      return names;
    }
    return names;
  }

  /** Fails silently while a process runs in the group. */
  void remove() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // Removal is retried as long as the group exists.
    }
  }

  void removeWithChildren() throws IOException {
    children().forEach(name -> child(name).remove());
    remove();
  }
}
