package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tender.bagfile.WorkOrder;

/**
 * Which cached files the bags need that have a part here. Each bag's folder has a list, from before
 * its inputs are staged until the folder is deleted with the bag's last part, so that the lists
 * also survive a restart of the agent.
 */
final class NeededInputs {
  private static final String LIST = "inputs.list";

  private NeededInputs() {}

  /** Stores what a bag needs. */
  static void store(WorkOrder order, Path bagFolder) throws IOException {
    Path staging = bagFolder.resolve(LIST + ".new");
    Files.writeString(
        staging,
        order.digests().stream().map(digest -> digest.hex() + "\n").collect(Collectors.joining()),
        UTF_8);
    Files.move(
        staging,
        bagFolder.resolve(LIST),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** The names of the files in the cache that any bag needs. */
  static Set<String> ofAllBags(Path work) throws IOException {
    Set<String> needed = new HashSet<>();
    try (DirectoryStream<Path> bags = Files.newDirectoryStream(work.resolve("bags"))) {
      for (Path bag : bags) {
        needed.addAll(read(bag.resolve(LIST)));
      }
    } catch (NoSuchFileException e) {
      return Set.of();
    }
    return needed;
  }

  private static List<String> read(Path list) throws IOException {
    try {
      return Files.readAllLines(list, UTF_8);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
