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
 * The file that tells the script which tasks an array runs. The first line is how many tasks the
 * user's bag has; each other one is a run of tasks that follow one another: from an index, until
 * before another, and the task, its number for the user and the attempt of the first. Runs, because
 * the script reads line by line, and a chunk mostly is one.
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

  /** The tasks of a chunk, in the order of the array's indexes. */
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
          int further = index - numbers[0];
          tasks.add(new ChunkTask(numbers[2] + further, numbers[3] + further, numbers[4]));
        }
      }
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("The chunk " + folder + " is damaged: " + e.getMessage(), e);
    }
    return tasks;
  }
}
