package tender.cli.slurm.queue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.bagfile.Parameter;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.cli.slurm.job.ArrayIndexes;
import tender.cli.slurm.job.SbatchJob;

/**
 * What a bag is as a job. A bag never changes it.
 *
 * @param number of the job; of a bag that sbatch has not submitted, a number made of its id
 * @param array the indexes of its tasks in the job array, in the order of the tasks; null if it is
 *     no array
 * @param memoryMib of a task; 0 if none is requested
 */
public record JobRecord(
    long number, @Nullable String array, int processors, int memoryMib, long runtimeSeconds) {
  private static final long MIN_NUMBER = 100_000_000;
  private static final long NUMBERS = 900_000_000;
  private static final int HEXADECIMAL = 16;
  private static final int DIGITS = 12;

  /**
   * Checks the record.
   *
   * @throws IllegalArgumentException if the indexes are none, as in the cache of an earlier version
   */
  public JobRecord {
    if (array != null) {
      var _ = ArrayIndexes.parse(array);
    }
  }

  /** The record of a bag. */
  static JobRecord of(String bag, WorkOrder order) {
    return new JobRecord(
        number(bag, order),
        isArray(order)
            ? ArrayIndexes.format(
                IntStream.range(0, order.tasks()).map(task -> arrayIndex(order, task)).toArray())
            : null,
        order.width(),
        order.resources().flatMap(requested -> requested.memoryMib(0)).orElse(0),
        order.runtimeMillis() / 1_000);
  }

  private static boolean isArray(WorkOrder order) {
    return order.tasks() > 1 || !arrayValues(order).isEmpty();
  }

  private static int arrayIndex(WorkOrder order, int task) {
    List<String> values = arrayValues(order);
    int listIndex = order.listIndex(task);
    return values.isEmpty() ? listIndex : Integer.parseInt(values.get(listIndex));
  }

  /** The indexes of all tasks of the task list; empty if sbatch did not submit it as an array. */
  private static List<String> arrayValues(WorkOrder order) {
    return order.taskList() instanceof TaskList.Zip zip && isOfSbatch(order)
        ? zip.parameters().stream()
            .filter(parameter -> parameter.name().equals(SbatchJob.ARRAY_PARAMETER))
            .filter(
                parameter -> parameter.values().stream().allMatch(text -> text.matches("\\d{1,9}")))
            .map(Parameter::values)
            .findFirst()
            .orElse(List.of())
        : List.of();
  }

  private static boolean isOfSbatch(WorkOrder order) {
    return order
        .taskOptions()
        .environment()
        .getOrDefault(SbatchJob.NUMBER, "")
        .matches("\\d{1,10}");
  }

  private static long number(String bag, WorkOrder order) {
    Map<String, String> environment = order.taskOptions().environment();
    return isOfSbatch(order)
        ? Long.parseLong(environment.get(SbatchJob.NUMBER))
        : MIN_NUMBER
            + Long.parseLong(
                    Digest.of(bag.getBytes(StandardCharsets.UTF_8)).hex().substring(0, DIGITS),
                    HEXADECIMAL)
                % NUMBERS;
  }

  /** The indexes in the job array, by position of the task in the bag. */
  public List<Integer> indexes() {
    return array == null ? List.of() : ArrayIndexes.parse(array).indexes();
  }
}
