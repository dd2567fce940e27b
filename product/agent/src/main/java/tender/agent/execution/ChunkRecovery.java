package tender.agent.execution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tender.agent.batch.folder.ChunkFile;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PilotArray;

/** Reads what an earlier life of the agent wrote down of a part's arrays. */
final class ChunkRecovery {
  private ChunkRecovery() {}

  /** Hands each array to a part, in the order in which they were made. */
  static void read(PartExecution atSite) throws IOException {
    try (Stream<Path> folders = Files.list(atSite.folder.path().resolve("chunks"))) {
      for (Path folder : folders.sorted(ChunkRecovery::byNumber).toList()) {
        try {
          List<ChunkTask> tasks = ChunkFile.read(folder);
          atSite.addChunk(folder.getFileName().toString(), tasks, PilotArray.read(folder));
        } catch (NoSuchFileException e) {
          // Its writer died before it was complete, so that nobody can have submitted it.
        }
      }
    } catch (NoSuchFileException e) {
      // It has none.
    }
  }

  private static int byNumber(Path left, Path right) {
    return Integer.compare(number(left), number(right));
  }

  private static int number(Path folder) {
    String name = folder.getFileName().toString();
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }
}
