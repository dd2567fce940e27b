package tender.agent.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lets each task find its bag's inputs in its own folder: a link to each file and folder right
 * below the inputs. Relative, so that they hold wherever nodes mount the agent's folder.
 */
public final class InputLinks {
  private final Path inputs;
  private final List<Path> names;

  private InputLinks(Path inputs, List<Path> names) {
    this.inputs = inputs;
    this.names = names;
  }

  /** To what {@link BagInputs#prepare} has put into a folder. */
  public static InputLinks of(Path inputs) throws IOException {
    try (Stream<Path> top = Files.list(inputs)) {
      return new InputLinks(inputs, top.map(Path::getFileName).sorted().toList());
    }
  }

  /** Leaves what a task's folder already has by one of the names: it is the task's own. */
  public void createIn(Path taskFolder) throws IOException {
    Path way = taskFolder.relativize(inputs);
    for (Path name : names) {
      if (!Files.exists(taskFolder.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
        Files.createSymbolicLink(taskFolder.resolve(name), way.resolve(name));
      }
    }
  }
}
