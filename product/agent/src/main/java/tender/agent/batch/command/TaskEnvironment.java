package tender.agent.batch.command;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The few variables that a task inherits from the agent's environment; the script adds its own. The
 * others are private, and batch commands would read some of them as options.
 */
public final class TaskEnvironment {
  private static final List<String> INHERITED =
      List.of("PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL");

  private TaskEnvironment() {}

  public static Map<String, String> inherited() {
    var chosen = new TreeMap<String, String>();
    for (String name : INHERITED) {
      String value = System.getenv(name);
      if (value != null) {
        chosen.put(name, value);
      }
    }
    return chosen;
  }
}
