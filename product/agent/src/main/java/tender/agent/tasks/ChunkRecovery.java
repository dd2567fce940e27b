package tender.agent.tasks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import tender.agent.batch.folder.ChunkFile;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.PilotArray;

/** Reads the arrays that an earlier run of the agent has recorded for a part. */
public final class ChunkRecovery {
  private ChunkRecovery() {}

  /** Returns the arrays in the order in which they were created. */
  public static List<TaskChunk> read(PartFolder part) throws IOException {
    List<TaskChunk> chunks = new ArrayList<>();
    try (Stream<Path> found = Files.list(part.path().resolve("chunks"))) {
      Comparator<Path> byNumber = Comparator.comparingInt(ChunkRecovery::number);
      for (Path folder : found.sorted(byNumber).toList()) {
        try {
          String name = folder.getFileName().toString();
          chunks.add(new TaskChunk(name, ChunkFile.read(folder), PilotArray.read(folder)));
        } catch (NoSuchFileException e) {
          // The agent crashed before the chunk was complete, so it was never submitted.
        }
      }
    } catch (NoSuchFileException e) {
      // The part has no chunks.
    }
    return chunks;
  }

  private static int number(Path folder) {
    String name = folder.getFileName().toString();
    return Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
  }
}
