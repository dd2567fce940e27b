package tender.cli.slurm.queue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Makes rows of jobs. */
public final class JobRows {
  private final JobList list;

  public JobRows(JobList list) {
    this.list = list;
  }

  /**
   * A row for the tasks of each state, or for each task.
   *
   * @param arrayIndexes of the wanted tasks; empty: all
   * @param wanted states
   */
  public List<JobRow> of(
      Job job, Optional<Set<Integer>> arrayIndexes, Predicate<TaskState> wanted, boolean each) {
    JobTasks tasks = JobTasks.read(list.tasks(), job.bag());
    List<Integer> indexes = arrayIndexes.isEmpty() ? List.of() : job.record().indexes();
    int[] positions =
        IntStream.range(0, tasks.count())
            .filter(task -> wanted.test(tasks.state(task)))
            .filter(
                task ->
                    arrayIndexes.isEmpty()
                        || (!indexes.isEmpty() && arrayIndexes.get().contains(indexes.get(task))))
            .toArray();
    if (each) {
      return IntStream.of(positions).mapToObj(task -> row(job, tasks, task)).toList();
    }
    Map<TaskState, List<Integer>> byState = new EnumMap<>(TaskState.class);
    for (int task : positions) {
      byState.computeIfAbsent(tasks.state(task), _ -> new ArrayList<>()).add(task);
    }
    return byState.values().stream()
        .map(some -> row(job, tasks, some.stream().mapToInt(Integer::intValue).toArray()))
        .toList();
  }

  private JobRow row(Job job, JobTasks tasks, int... positions) {
    return new JobRow(
        list, job, tasks.state(positions[0]), tasks.exitCode(positions[0]), positions);
  }
}
