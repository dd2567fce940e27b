package tender.agent.isolation;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.folder.Sandbox;

/**
 * How a provider keeps the tasks of different users apart, and away from the agent's own files.
 *
 * @param sandbox in which every task runs; without one, a task can do whatever the account can that
 *     runs it
 */
public record Isolation(Optional<Sandbox> sandbox) {
  /**
   * Reads the setting.
   *
   * @param setting {@code sandbox} or {@code none}; default: sandbox
   * @param hidden folders that tasks must not see
   */
  public static Isolation of(
      Optional<String> setting, Optional<SandboxSection> section, List<Path> hidden) {
    return switch (setting.orElse("sandbox")) {
      case "sandbox" ->
          new Isolation(Optional.of(section.orElse(SandboxSection.DEFAULTS).sandbox(hidden)));
      case "none" -> {
        if (section.isPresent()) {
          throw new IllegalArgumentException(
              "The setting 'sandbox' is not allowed with 'isolation: none'. Remove one of them.");
        }
        yield new Isolation(Optional.empty());
      }
      default ->
          throw new IllegalArgumentException(
              "The setting 'isolation' is '%s', and must be sandbox or none."
                  .formatted(setting.get()));
    };
  }

  /**
   * Fails if a task could do more than {@link #describe} says.
   *
   * @param administrator whether the agent's account may change the batch system or the machine
   */
  public void requireSafe(boolean administrator) {
    if (sandbox.isEmpty()) {
      return;
    }
    if (administrator) {
      throw new IllegalArgumentException(
          "The agent runs as '%s', which administers this cluster, so that an error in a sandbox would give a task these rights. Run the agent under an account of its own, or write 'isolation: none' if you trust all users of the market with this account."
              .formatted(System.getProperty("user.name")));
    }
    SandboxProbe.failure(sandbox.get())
        .ifPresent(
            failure -> {
              throw new IllegalArgumentException(
                  "Tasks cannot run in sandboxes here: %s Install bubblewrap on all nodes (Debian package 'bubblewrap') and allow user namespaces, or write 'isolation: none' if you trust all users of the market with the agent's account."
                      .formatted(failure));
            });
  }

  /** What a task can see and do, for the owner. */
  public List<String> describe() {
    return sandbox
        .map(
            chosen ->
                List.of(
                    "run each task in a sandbox: it sees its own folder, its bag's inputs, and to read "
                        + chosen.visible(),
                    "give tasks " + (chosen.network() ? "the node's network" : "no network")))
        .orElse(
            List.of(
                "run tasks without isolation: a task can read and change everything that the account '%s' can, also other users' tasks and the agent's own key"
                    .formatted(System.getProperty("user.name"))));
  }
}
