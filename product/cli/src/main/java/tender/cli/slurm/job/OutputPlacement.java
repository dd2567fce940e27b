package tender.cli.slurm.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.TaskSet;

/**
 * Copies fetched results to where Slurm would have left them: the output of each task to the path
 * of {@code --output}, and its files to their own paths, if {@code --outputs} names them.
 *
 * <p>The results come from machines of others, so an existing file with other content stays as it
 * is, and no hidden file is made.
 */
public final class OutputPlacement {
  private final WorkOrder order;
  private final Path folder;
  private final List<String> kept = new ArrayList<>();
  private int placed;

  /**
   * For the results of a bag.
   *
   * @param folder of the job on this machine
   */
  public OutputPlacement(WorkOrder order, Path folder) {
    this.order = order;
    this.folder = folder;
    if (!order.taskOptions().environment().containsKey(SbatchJob.OUTPUT)) {
      throw new IllegalArgumentException(
          "The bag was not submitted by tender sbatch, so there are no paths for its output. Leave out --place-in.");
    }
  }

  /** How many files are at their places. */
  public int placed() {
    return placed;
  }

  /** The paths of files that were not placed, because another file is there. */
  public List<String> kept() {
    return kept;
  }

  /**
   * Copies the results of tasks.
   *
   * @param results the folder with a folder for each task
   * @param tasks by their indexes in the task list
   */
  public void place(Path results, TaskSet tasks) throws IOException {
    Map<String, String> variables = order.taskOptions().environment();
    Optional<OutputPath> error =
        Optional.ofNullable(variables.get(SbatchJob.ERROR)).map(OutputPath::new);
    OutputPath output =
        new OutputPath(variables.getOrDefault(SbatchJob.OUTPUT, OutputPath.DEFAULT));
    for (int task : tasks.stream().toArray()) {
      Path from = results.resolve(Integer.toString(task));
      OutputPath.Task values = values(task, variables);
      place(from.resolve("stdout"), output, values);
      if (error.isPresent()) {
        place(from.resolve("stderr"), error.get(), values);
      }
      if (!order.outputs().contains(SbatchJob.ALL_OUTPUTS)) {
        placeOutputs(from.resolve("out"));
      }
    }
  }

  private OutputPath.Task values(int task, Map<String, String> variables) {
    OptionalInt index = OptionalInt.empty();
    if (order.taskList() instanceof TaskList.Zip list) {
      index = OptionalInt.of(Integer.parseInt(list.value(0, task)));
    }
    long number = Long.parseLong(variables.getOrDefault(SbatchJob.NUMBER, "0"));
    return new OutputPath.Task(number, task, index, order.name(), System.getProperty("user.name"));
  }

  private void place(Path file, OutputPath path, OutputPath.Task values) throws IOException {
    if (!path.isDiscarded() && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      place(file, path.of(values));
    }
  }

  private void placeOutputs(Path out) throws IOException {
    if (!Files.isDirectory(out, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> files = Files.walk(out)) {
      for (Path file : files.sorted().toList()) {
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          place(file, new RelativePath(out.relativize(file).toString()));
        }
      }
    }
  }

  private void place(Path file, RelativePath path) throws IOException {
    Path target = folder.resolve(path.value());
    boolean isHidden = path.segments().stream().anyMatch(segment -> segment.startsWith("."));
    if (isHidden || (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && !isSame(file, target))) {
      kept.add(path.value());
      return;
    }
    if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectories(target.resolveSibling("."));
      Files.copy(file, target);
    }
    placed++;
  }

  private static boolean isSame(Path file, Path target) throws IOException {
    return Files.isRegularFile(target) && Files.mismatch(file, target) < 0;
  }
}
