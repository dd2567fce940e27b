package tender.cli.slurm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import tender.cli.client.response.BagResponse;
import tender.cli.slurm.queue.JobList;
import tender.cli.slurm.queue.JobRow;
import tender.cli.slurm.queue.JobRows;
import tender.cli.slurm.queue.JobSelector;
import tender.cli.slurm.queue.TaskState;

/** Selects jobs and tasks by the options that squeue and sacct share. */
final class JobFilter {
  private JobFilter() {}

  /** The rows of the jobs in a list with commas. */
  static List<JobRow> rows(
      JobList list, String jobs, Predicate<TaskState> wanted, boolean isRowForEachTask) {
    JobRows rows = new JobRows(list);
    List<JobRow> found = new ArrayList<>();
    for (JobSelector selector : JobSelector.parse(jobs)) {
      found.addAll(rows.of(list.get(selector), selector.tasks(), wanted, isRowForEachTask));
    }
    return found;
  }

  /** Whether a bag has one of the names in a list with commas. */
  static boolean hasName(BagResponse bag, @Nullable String names) {
    return names == null || Arrays.asList(names.split(",")).contains(bag.name());
  }

  /** Whether a state is in a list with commas. */
  static Predicate<TaskState> states(CommandLine command, String states, boolean allowsAll) {
    if (allowsAll && states.equalsIgnoreCase("all")) {
      return _ -> true;
    }
    Set<TaskState> wanted =
        Arrays.stream(states.split(","))
            .map(text -> TaskState.parse(text).orElseThrow(() -> unknown(command, text, allowsAll)))
            .collect(Collectors.toSet());
    return wanted::contains;
  }

  private static ParameterException unknown(CommandLine command, String text, boolean allowsAll) {
    return new ParameterException(
        command,
        "The state is '%s', and must be %s %s"
            .formatted(
                text,
                allowsAll ? "all or some of" : "one of",
                Arrays.toString(TaskState.values())));
  }
}
