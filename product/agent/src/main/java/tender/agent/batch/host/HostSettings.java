package tender.agent.batch.host;

import java.io.IOException;
import java.util.Optional;

/**
 * A host owner's settings.
 *
 * @param group name of the control group that contains all tasks; a restarted agent finds them by
 *     it
 * @param user that runs tasks; empty: the agent's own user
 */
public record HostSettings(String group, Optional<String> user, HostLimits limits) {
  public HostSettings {
    if (!group.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,60}")) {
      throw new IllegalArgumentException(
          "The setting 'host.cgroup' is '%s', and must be up to 61 letters, digits, _ and -."
              .formatted(group));
    }
  }

  /**
   * Fails if tasks cannot run under the configured account.
   *
   * @throws IllegalArgumentException if there is no such account, or it is not allowed
   */
  public void requireTaskUser() {
    var _ = TaskUser.find(user);
  }

  /** Fails if the agent cannot create control groups for tasks. Creates none. */
  public static void requireControlGroups() throws IOException {
    ControlGroupLocator.here().requireUsable();
  }

  int processorsHere() {
    return limits.processors().isEmpty()
        ? Runtime.getRuntime().availableProcessors()
        : limits.processors().size();
  }
}
