package tender.cli.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import tender.bagfile.results.PackEntry;
import tender.cli.output.TextPage;
import tender.core.model.TaskSet;
import tender.support.input.Printable;

/** Prints which outputs of fetched tasks are missing, and why, from the lists in their folders. */
final class MissingOutputReport {
  private static final int MAX_TASKS = 10;
  private static final int MAX_LINES_PER_TASK = 5;
  private static final int MAX_LINE_LENGTH = 300;

  /** Enough for the lines that are shown; a list may be much longer. */
  private static final int MAX_BYTES = 8 << 10;

  private final Path folder;
  private final TaskSet tasks;

  /**
   * For some tasks.
   *
   * @param folder with a folder for each task
   * @param tasks those that exited with 0, but whose outputs are missing
   */
  MissingOutputReport(Path folder, TaskSet tasks) {
    this.folder = folder;
    this.tasks = tasks;
  }

  void print(TextPage page) {
    if (tasks.isEmpty()) {
      return;
    }
    boolean isOne = tasks.size() == 1;
    page.line(
        "Outputs of %d %s that exited with 0 are missing: %s %s."
            .formatted(
                tasks.size(),
                isOne ? "task" : "tasks",
                isOne ? "task" : "tasks",
                Printable.of(tasks.toString())));
    page.heading("Missing outputs");
    for (int task : tasks.stream().limit(MAX_TASKS).toArray()) {
      printTask(page, task);
    }
    if (tasks.size() > MAX_TASKS) {
      page.line("  ... and %d more tasks.".formatted(tasks.size() - MAX_TASKS));
    }
    page.line("");
    page.line("All are listed in %s/TASK/%s.".formatted(folder, PackEntry.REFUSED));
  }

  private void printTask(TextPage page, int task) {
    List<String> lines = lines(task);
    for (String line : lines.subList(0, Math.min(lines.size(), MAX_LINES_PER_TASK))) {
      page.line("  task %d: %s".formatted(task, Printable.upTo(MAX_LINE_LENGTH, line)));
    }
    if (lines.size() > MAX_LINES_PER_TASK) {
      page.line("  task %d: ... and more".formatted(task));
    }
  }

  private List<String> lines(int task) {
    Path list = folder.resolve(Integer.toString(task)).resolve(PackEntry.REFUSED);
    try (InputStream in = Files.newInputStream(list, LinkOption.NOFOLLOW_LINKS)) {
      return new String(in.readNBytes(MAX_BYTES), UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of("the list cannot be read: " + e.getMessage());
    }
  }
}
