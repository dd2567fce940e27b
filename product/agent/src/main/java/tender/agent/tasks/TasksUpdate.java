package tender.agent.tasks;

import java.util.List;
import java.util.stream.Stream;
import tender.core.provider.state.JobRun;

/** Changes of a part's tasks to report to core. */
public record TasksUpdate(List<JobRun> finished, List<JobRun> stopped, List<JobRun> started) {
  public static final TasksUpdate NONE = new TasksUpdate(List.of(), List.of(), List.of());

  public TasksUpdate {
    finished = List.copyOf(finished);
    stopped = List.copyOf(stopped);
    started = List.copyOf(started);
  }

  /** This update, and then the ends of further tasks. */
  public TasksUpdate plus(TasksUpdate ends) {
    return new TasksUpdate(
        Stream.concat(finished.stream(), ends.finished.stream()).toList(), stopped, started);
  }
}
