package tender.agent.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tender.agent.batch.Chunk;
import tender.agent.batch.ChunkTask;
import tender.agent.batch.Pilots;

/** Reads what an earlier life of the agent wrote down of a part's arrays. */
final class StoredChunks {
  private StoredChunks() {}

  /** Hands each array to a part, in the order in which they were made. */
  static void read(PartAtSite atSite) throws IOException {
    try (Stream<Path> folders = Files.list(atSite.folder.folder().resolve("chunks"))) {
      for (Path folder : folders.sorted(StoredChunks::byNumber).toList()) {
        try {
          List<ChunkTask> tasks = Chunk.read(folder);
          atSite.addChunk(folder.getFileName().toString(), tasks, Pilots.read(folder));
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
