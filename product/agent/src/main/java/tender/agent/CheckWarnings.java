package tender.agent;

import java.util.ArrayList;
import java.util.List;
import tender.agent.batch.BatchSystem;
import tender.support.doctor.CheckResult;
import tender.support.doctor.CheckResult.Status;

/** What an owner should change before an agent runs: the last section of the check. */
final class CheckWarnings {
  private CheckWarnings() {}

  /**
   * The lines of the section; empty without warnings.
   *
   * @param user under which the agent runs
   * @param clock whether the clock is synchronised
   */
  static List<String> lines(AgentConfig config, BatchSystem batch, String user, CheckResult clock) {
    List<String> warnings = new ArrayList<>();
    // A host runs tasks as another user, and fails without one.
    if (user.equals("root") && config.hostSection().isEmpty()) {
      warnings.add(
          "The agent runs as root: tasks of the market's users run as root too, and can read and"
              + " change everything on your nodes. Run the agent under an account of its own.");
    }
    if (clock.status() == Status.WARNING) {
      warnings.add("Clock: " + clock.found() + ". " + clock.fix());
    }
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
