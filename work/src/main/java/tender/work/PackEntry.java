package tender.work;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of one task in a {@link ResultPack}.
 *
 * @param task by the bag's numbers from 0 on
 * @param path below the task: {@code stdout}, {@code stderr}, {@code out-refused}, or below {@code
 *     out} a file that the task made
 */
public record PackEntry(int task, RelativePath path) {
  public static final String STDOUT = "stdout";
  public static final String STDERR = "stderr";

  /** Which outputs are missing, and why; only there if some are. */
  public static final String REFUSED = "out-refused";

  private static final String OUTPUTS = "out/";
  private static final Pattern NAME = Pattern.compile("(0|[1-9][0-9]{0,6})/(.*)", Pattern.DOTALL);

  public PackEntry {
    Require.between(task, 0, TaskList.MOST_TASKS - 1, "A task's number in a pack");
    boolean known =
        switch (path.value()) {
          case STDOUT, STDERR, REFUSED -> true;
          default -> path.value().startsWith(OUTPUTS);
        };
    if (!known) {
      throw new IllegalArgumentException(
          "A pack has the file "
              + Require.shown(path.value())
              + " of task "
              + task
              + ", and may have stdout, stderr, out-refused and files below out.");
    }
  }

  public static PackEntry stdout(int task) {
    return new PackEntry(task, new RelativePath(STDOUT));
  }

  public static PackEntry stderr(int task) {
    return new PackEntry(task, new RelativePath(STDERR));
  }

  public static PackEntry refused(int task) {
    return new PackEntry(task, new RelativePath(REFUSED));
  }

  /** A file that the task made, by its path below the task's folder. */
  public static PackEntry output(int task, RelativePath file) {
    return new PackEntry(task, new RelativePath(OUTPUTS + file.value()));
  }

  /** From the name of a zip's entry. */
  static PackEntry parse(String name) {
    Matcher matcher = NAME.matcher(name);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "A pack has the entry "
              + Require.shown(name)
              + ", and the name must begin with a task's number.");
    }
    return new PackEntry(Integer.parseInt(matcher.group(1)), new RelativePath(matcher.group(2)));
  }

  /** The name of the zip's entry. */
  @Override
  public String toString() {
    return task + "/" + path;
  }
}
