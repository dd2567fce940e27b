package tender.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.BatchSystem;

/** What an owner should change before an agent runs: the last section of the check. */
final class CheckWarnings {
  private CheckWarnings() {}

  /**
   * The lines of the section; empty without warnings.
   *
   * @param user under which the agent runs
   * @param clock a warning about the clock
   */
  static List<String> lines(
      AgentConfig config, BatchSystem batch, String user, Optional<String> clock) {
    List<String> warnings = new ArrayList<>();
    // A host runs tasks as another user, and fails without one.
    if (user.equals("root") && config.hostSection().isEmpty()) {
      warnings.add(
          "The agent runs as root: tasks of the market's users run as root too, and can read and"
              + " change everything on your nodes. Run the agent under an account of its own.");
    }
    clock.ifPresent(warnings::add);
    warnings.addAll(batch.warnings());
    if (warnings.isEmpty()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    lines.add("Warnings");
    warnings.forEach(warning -> lines.add("  " + warning));
    return lines;
  }
}
