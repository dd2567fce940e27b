package tender.agent.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tender.agent.batch.Chunk;
import tender.agent.batch.ChunkTask;
import tender.agent.batch.PartFolder;

/** Reads what an earlier life of the agent wrote down of a part's arrays. */
final class StoredChunks {
  private StoredChunks() {}

  /** The tasks of each array, in the order in which they were made. */
  static Map<String, List<ChunkTask>> read(PartFolder part) throws IOException {
    Map<String, List<ChunkTask>> chunks = new LinkedHashMap<>();
    try (Stream<Path> folders = Files.list(part.folder().resolve("chunks"))) {
      for (Path folder : folders.sorted(StoredChunks::byNumber).toList()) {
        try {
          chunks.put(folder.getFileName().toString(), Chunk.read(folder));
        } catch (NoSuchFileException e) {
          // Its writer died before it was complete, so that nobody can have submitted it.
        }
      }
    } catch (NoSuchFileException e) {
      return Map.of();
    }
    return chunks;
  }

  private static int byNumber(Path left, Path right) {
    return Integer.compare(number(left), number(right));
  }

  private static int number(Path folder) {
    String name = folder.getFileName().toString();
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }
}
