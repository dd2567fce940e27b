package tender.agent.owner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tender.core.model.BagId;
import tender.support.files.AtomicFile;

/** The bags that the owner cancelled: the agent makes no offers for them again. */
final class CancelledBags {
  /** Older ones have long ended. */
  private static final int MAX_BAGS = 1_000;

  private final Path file;
  private final List<String> bags = new ArrayList<>();

  CancelledBags(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      bags.addAll(Files.readAllLines(file));
    }
  }

  boolean contains(BagId bag) {
    return bags.contains(bag.value());
  }

  void add(BagId bag) {
    bags.remove(bag.value());
    bags.add(bag.value());
    if (bags.size() > MAX_BAGS) {
      bags.removeFirst();
    }
    AtomicFile.replace(file, String.join("\n", bags) + "\n");
  }
}
