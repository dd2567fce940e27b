package tender.agent.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Opens the folders of many tasks below a trusted folder. The folders above them are opened once
 * and stay open, since a pack holds the results of a thousand tasks with the same parents.
 */
final class TaskFolders implements Closeable {
  private final Path trusted;
  private final Map<Path, UntrustedFolder> parents = new HashMap<>();

  TaskFolders(Path trusted) {
    this.trusted = trusted;
  }

  /** Opens a folder, no element of whose path may be a link. */
  UntrustedFolder open(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent == null) {
      throw new IllegalArgumentException("The task folder " + folder + " has no parent.");
    }
    return parent(parent).folder(folder.getFileName());
  }

  private UntrustedFolder parent(Path path) throws IOException {
    UntrustedFolder open = parents.get(path);
    if (open == null) {
      open = UntrustedFolder.open(trusted, path);
      parents.put(path, open);
    }
    return open;
  }

  @Override
  public void close() throws IOException {
    for (UntrustedFolder parent : parents.values()) {
      parent.close();
    }
  }
}
