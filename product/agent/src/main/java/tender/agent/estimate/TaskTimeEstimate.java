package tender.agent.estimate;

import java.util.Map;
import tender.core.model.Time;

/**
 * How long a task of a bag takes at this site.
 *
 * @param millis what plans reckon with
 * @param sampled what the profiler said of single tasks, by their numbers in the task list; empty
 *     if there was none
 */
public record TaskTimeEstimate(long millis, EstimateSource source, Map<Integer, Long> sampled) {
  /** Who says so. */
  public enum EstimateSource {
    PROFILER,
    LEARNED,
    USER
  }

  public TaskTimeEstimate {
    Time.requireDuration(millis, "that a task takes by " + source);
    sampled = Map.copyOf(sampled);
  }
}
