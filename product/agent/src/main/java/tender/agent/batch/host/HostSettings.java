package tender.agent.batch.host;

import java.util.Optional;

/**
 * What a host's owner gives.
 *
 * @param group the name of the control group in which all tasks are; an agent that comes again
 *     finds them by it
 * @param user as whom tasks run; left out: as the agent
 */
public record HostSettings(String group, Optional<String> user, HostLimits limits) {
  public HostSettings {
    if (!group.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,60}")) {
      throw new IllegalArgumentException(
          "The host's control group is '"
              + group
              + "', and must be up to 61 letters, digits, _ and -.");
    }
  }

  int processorsHere() {
    return limits.processors().isEmpty()
        ? Runtime.getRuntime().availableProcessors()
        : limits.processors().size();
  }
}
