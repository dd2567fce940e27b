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

/** A control group of one hierarchy: a folder whose files the kernel makes. */
record ControlGroupFolder(Path path) {
  /** So that no name can be that of a file which the kernel makes. */
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

  /** The file into which a process writes its id to enter. */
  Path processesFile() {
    return path.resolve(PROCESSES);
  }

  void write(String file, String value) throws IOException {
    Path written = path.resolve(file);
    try {
      Files.writeString(written, value);
    } catch (FileSystemException e) {
      throw new IOException(
          "The control group's %s cannot be set to '%s': %s. %s"
              .formatted(
                  written,
                  value,
                  e.getMessage(),
                  "Maybe the controller is not there, or the group was not given to the agent."),
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

  /** The names of the groups right below. */
  SortedSet<String> children() throws IOException {
    var names = new TreeSet<String>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(path, PREFIX + "*")) {
      for (Path one : found) {
        if (Files.isDirectory(one)) {
          names.add(one.getFileName().toString().substring(PREFIX.length()));
        }
      }
    } catch (NoSuchFileException e) {
      return names;
    }
    return names;
  }

  /** Unless something runs in it, of which the kernel says that it is busy. */
  void remove() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      // It is tried again as long as it is there.
    }
  }

  void removeWithChildren() throws IOException {
    children().forEach(name -> child(name).remove());
    remove();
  }
}
