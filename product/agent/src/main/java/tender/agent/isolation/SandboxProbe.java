package tender.agent.isolation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.command.BatchCommandRunner;
import tender.agent.batch.command.TaskEnvironment;
import tender.agent.batch.folder.Sandbox;

/** Finds out whether a sandbox can be created on this machine, by running a command in it. */
final class SandboxProbe {
  private static final BatchCommandRunner RUNNER = new BatchCommandRunner("bubblewrap", List.of());

  private SandboxProbe() {}

  /** Why not; empty if it can. */
  static Optional<String> failure(Sandbox sandbox) {
    try {
      var command = new ArrayList<String>(List.of("bwrap"));
      command.addAll(sandbox.arguments());
      command.addAll(List.of("--", "env", "--default-signal=TERM", "/bin/sh", "-c", "true"));
      RUNNER.run(command, TaskEnvironment.inherited()).outputOrThrow();
      return Optional.empty();
    } catch (BatchSystemException | IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
