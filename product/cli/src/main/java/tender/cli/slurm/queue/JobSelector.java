package tender.cli.slurm.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.cli.slurm.job.ArrayIndexes;
import tender.support.input.Printable;

/**
 * A job, or some tasks of it, as a user names them: 1234, 1234_5, 1234_[5-9], or the id of a bag.
 *
 * @param job the number, or the bag's id
 * @param tasks indexes in the job array; empty: all
 */
public record JobSelector(String job, Optional<Set<Integer>> tasks) {
  private static final Pattern FORM =
      Pattern.compile(
          "([A-Za-z0-9-]{1,200})(?:_(?:(\\d{1,9})|\\[([0-9,:-]+)(?:%\\d+)?\\]))?(?:\\.batch)?");
  private static final Pattern COMMA_OUTSIDE_BRACKETS = Pattern.compile(",(?![^\\[]*\\])");

  /** Parses a list with commas. */
  public static List<JobSelector> parse(String text) {
    List<JobSelector> selectors = new ArrayList<>();
    for (String item : COMMA_OUTSIDE_BRACKETS.split(text)) {
      Matcher matcher = FORM.matcher(item.strip());
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "The job is '%s'. Write a number such as 1234, 1234_5 or 1234_[5-9], or the id of a bag."
                .formatted(Printable.of(item)));
      }
      String indexes = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
      selectors.add(
          new JobSelector(
              matcher.group(1),
              Optional.ofNullable(indexes)
                  .map(list -> Set.copyOf(ArrayIndexes.parse(list).indexes()))));
    }
    return selectors;
  }

  /** Whether a text is the number of a job, and not the id of a bag. */
  public static boolean isNumber(String text) {
    return text.matches("\\d{1,10}");
  }

  boolean selects(Job candidate) {
    return job.equals(candidate.bag().id()) || isNumberOf(candidate.record());
  }

  private boolean isNumberOf(JobRecord record) {
    return isNumber(job) && record.number() == Long.parseLong(job);
  }

  @Override
  public String toString() {
    return job;
  }
}
