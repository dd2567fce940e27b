package tender.core.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The registry of planners by name. */
public final class Planners {
  private static final Map<String, Planner> BY_NAME = new LinkedHashMap<>();

  static {
    BY_NAME.put("fcfs", ForecastPlanner.fcfs());
    BY_NAME.put("easy", ForecastPlanner.easy());
    BY_NAME.put("conservative", ConservativePlanner.withCompression());
    BY_NAME.put("conservative-no-compression", ConservativePlanner.withoutCompression());
    BY_NAME.put("edf", new EdfPlanner());
  }

  private Planners() {}

  /** All planners, in the order in which they are listed. */
  public static Map<String, Planner> all() {
    return Collections.unmodifiableMap(BY_NAME);
  }
}
