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
public record Estimate(long millis, Origin origin, Map<Integer, Long> sampled) {
  /** Who says so. */
  public enum Origin {
    PROFILER,
    LEARNED,
    USER
  }

  public Estimate {
    Time.requireDuration(millis, "that a task takes by " + origin);
    sampled = Map.copyOf(sampled);
  }
}
