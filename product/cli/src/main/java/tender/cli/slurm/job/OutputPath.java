package tender.cli.slurm.job;

import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.bagfile.RelativePath;

/**
 * Where the output of a task is put: a path with Slurm's replacements, such as {@code
 * logs/%x_%A_%a.out}.
 */
public record OutputPath(String pattern) {
  /** The pattern of a job without an array, if its script has none. */
  static final String DEFAULT = "slurm-%j.out";

  /** The pattern of a job array, if its script has none. */
  static final String DEFAULT_OF_ARRAY = "slurm-%A_%a.out";

  private static final String DISCARDED = "/dev/null";
  private static final Pattern REPLACEMENT = Pattern.compile("%(\\d?\\d?)([A-Za-z%])");
  private static final String UNSAFE = "[/\\\\\\p{Cntrl}]";

  /**
   * The task whose output it is.
   *
   * @param job the number of the job or of the array
   * @param taskIndex the position of the task in the job
   * @param arrayIndex empty if the job is no array
   */
  public record Task(long job, int taskIndex, OptionalInt arrayIndex, String name, String user) {}

  public boolean isDiscarded() {
    return pattern.equals(DISCARDED);
  }

  /**
   * The path relative to the folder of the job.
   *
   * @throws IllegalArgumentException if it is not below that folder
   */
  public RelativePath of(Task task) {
    String withoutEscapes = pattern.replace("\\", "");
    if (withoutEscapes.length() != pattern.length()) {
      return new RelativePath(withoutEscapes);
    }
    Matcher matcher = REPLACEMENT.matcher(pattern);
    String path =
        matcher.replaceAll(
            found ->
                Matcher.quoteReplacement(
                    padded(value(found.group(2).charAt(0), task, found.group()), found.group(1))));
    return new RelativePath(normalized(path));
  }

  private static String value(char letter, Task task, String written) {
    long own = task.job() + task.taskIndex();
    return switch (letter) {
      case 'A' -> Long.toString(task.job());
      case 'a' ->
          task.arrayIndex().isPresent()
              ? Integer.toString(task.arrayIndex().getAsInt())
              : "4294967294";
      case 'j' -> Long.toString(own);
      case 'J' -> own + ".batch";
      case 's' -> "batch";
      case 'n', 't' -> "0";
      case 'N' -> "tender";
      case 'u' -> task.user().replaceAll(UNSAFE, "_");
      case 'x' -> task.name().replaceAll(UNSAFE, "_");
      case '%' -> "%";
      default -> written;
    };
  }

  private static String padded(String value, String width) {
    boolean isNumber = !value.isEmpty() && value.chars().allMatch(Character::isDigit);
    return width.isEmpty() || !isNumber
        ? value
        : "0".repeat(Math.max(0, Integer.parseInt(width) - value.length())) + value;
  }

  /** Turns {@code ./logs/x.out} into {@code logs/x.out}. */
  private static String normalized(String path) {
    return Path.of(path).normalize().toString();
  }

  /**
   * The same path relative to the folder of the job, where it is below; else its last name.
   *
   * @param folder absolute and normal
   */
  OutputPath below(Path folder) {
    if (isDiscarded()) {
      return this;
    }
    Path absolute = folder.resolve(pattern).normalize();
    return absolute.startsWith(folder) && !absolute.equals(folder)
        ? new OutputPath(folder.relativize(absolute).toString())
        : new OutputPath(String.valueOf(Path.of(pattern).getFileName()));
  }
}
