package tender.agent.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Links a bag's inputs into each task's folder, one link for each file and folder at their top
 * level. The links are relative, so that they are valid wherever a node mounts the agent's folder.
 */
public final class InputLinks {
  private final Path inputs;
  private final List<Path> names;

  private InputLinks(Path inputs, List<Path> names) {
    this.inputs = inputs;
    this.names = names;
  }

  /** Links to the files that {@link BagInputs#prepare} has put into a folder. */
  public static InputLinks of(Path inputs) throws IOException {
    try (Stream<Path> top = Files.list(inputs)) {
      return new InputLinks(inputs, top.map(Path::getFileName).sorted().toList());
    }
  }

  /** Skips names that already exist in the task's folder: these files are the task's own. */
  public void createIn(Path taskFolder) throws IOException {
    Path target = taskFolder.relativize(inputs);
    for (Path name : names) {
      if (!Files.exists(taskFolder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        Files.createSymbolicLink(taskFolder.resolve(name), target.resolve(name));
      }
    }
  }
}
