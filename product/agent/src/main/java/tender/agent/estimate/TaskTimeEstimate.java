package tender.agent.estimate;

import java.util.Map;
import tender.core.model.Time;

/**
 * The estimated run time of a bag's tasks at this provider.
 *
 * @param millis the time to plan with
 * @param sampled the profiler's times of single tasks, by listIndex; empty without a profiler
 */
public record TaskTimeEstimate(long millis, EstimateSource source, Map<Integer, Long> sampled) {
  /** The origin of an estimate. */
  public enum EstimateSource {
    PROFILER,
    LEARNED,
    USER
  }

  public TaskTimeEstimate {
    Time.requireDuration(millis, "that a task takes according to " + source);
    sampled = Map.copyOf(sampled);
  }
}
