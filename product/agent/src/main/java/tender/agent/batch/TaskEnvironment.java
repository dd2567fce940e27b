package tender.agent.batch;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a task finds in its environment before the script adds its own variables: these few of the
 * agent's. The rest is nobody's business, and some of it would be taken for options by batch
 * commands.
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
