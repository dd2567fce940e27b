package tender.agent.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
        Path file = folder.resolve("tasks");
        if (Files.exists(file)) {
          chunks.put(folder.getFileName().toString(), tasks(Files.readAllLines(file)));
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

  /** The first line says how many tasks the bag has, the others name ranges of the array. */
  private static List<ChunkTask> tasks(List<String> lines) {
    List<ChunkTask> tasks = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(" ");
      int from = Integer.parseInt(fields[0]);
      int until = Integer.parseInt(fields[1]);
      for (int i = 0; i < until - from; i++) {
        tasks.add(
            new ChunkTask(
                Integer.parseInt(fields[2]) + i,
                Integer.parseInt(fields[3]) + i,
                Integer.parseInt(fields[4])));
      }
    }
    return tasks;
  }
}
