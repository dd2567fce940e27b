package tender.measure.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tender.agent.Agent;
import tender.agent.AgentConfig;
import tender.app.live.UnprivilegedAccount;
import tender.support.config.YamlConfigReader;

/**
 * An agent in its own process, under an account with few rights, as owners run it: an agent of root
 * declines bags with containers.
 */
final class UnprivilegedAgent implements AutoCloseable {
  private static final int STOP_SECONDS = 10;

  private final Process process;

  private UnprivilegedAgent(Process process) {
    this.process = process;
  }

  /** The process of the agent. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    try (Agent _ = Agent.start(YamlConfigReader.read(Path.of(arguments[0]), AgentConfig.class))) {
      Thread.currentThread().join();
    }
  }

  /**
   * Starts an enrolled agent.
   *
   * @param folder with its state, which the account gets
   */
  static UnprivilegedAgent start(UnprivilegedAccount account, Path folder, Path config)
      throws Exception {
    account.give(folder);
    List<String> command =
        account.command(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                UnprivilegedAgent.class.getName(),
                config.toString()));
    return new UnprivilegedAgent(
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("agent.log").toFile())
            .start());
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
