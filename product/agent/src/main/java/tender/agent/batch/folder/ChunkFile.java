package tender.agent.batch.folder;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The file that lists the tasks of an array for the script. The first line is the number of tasks
 * in the user's list. Every other line is a range of consecutive tasks: first array index, end
 * index (exclusive), and taskIndex, listIndex and attempt of the first task. Ranges keep the file
 * short, because the script reads it line by line.
 */
public final class ChunkFile {
  private static final String FILE = "tasks";

  private ChunkFile() {}

  static void write(Path folder, int count, List<ChunkTask> tasks) throws IOException {
    Path written = folder.resolve(FILE + ".new");
    try (BufferedWriter out = Files.newBufferedWriter(written)) {
      out.write(count + "\n");
      int from = 0;
      for (int until = 1; until <= tasks.size(); until++) {
        if (until == tasks.size() || !tasks.get(until).follows(tasks.get(until - 1))) {
          ChunkTask first = tasks.get(from);
          out.write(
              "%d %d %d %d %d\n"
                  .formatted(from, until, first.taskIndex(), first.listIndex(), first.attempt()));
          from = until;
        }
      }
    }
    Files.move(written, folder.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
  }

  /** The tasks of a chunk, in the order of their array indexes. */
  public static List<ChunkTask> read(Path folder) throws IOException {
    var tasks = new ArrayList<ChunkTask>();
    try (BufferedReader in = Files.newBufferedReader(folder.resolve(FILE))) {
      in.readLine();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] fields = line.split(" ");
        int[] numbers = new int[5];
        for (int i = 0; i < numbers.length; i++) {
          numbers[i] = Integer.parseInt(fields[i]);
        }
        for (int index = numbers[0]; index < numbers[1]; index++) {
          int offset = index - numbers[0];
          tasks.add(new ChunkTask(numbers[2] + offset, numbers[3] + offset, numbers[4]));
        }
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException(
          "The file of the chunk " + folder + " is damaged: " + e.getMessage(), e);
    }
    return tasks;
  }
}
