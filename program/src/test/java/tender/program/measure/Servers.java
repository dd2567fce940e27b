package tender.program.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tender.agent.AgentFile;
import tender.server.ServerFile;
import tender.testbed.Testbed;
import tender.work.SettingsFile;

/** Settings of servers and agents on this machine. */
final class Servers {
  private Servers() {}

  /** A server on any free ports. */
  static ServerFile file(String jdbcUrl) throws IOException {
    return read(
        ServerFile.class,
        """
        database: %s
        people: 127.0.0.1:0
        agents: 127.0.0.1:0
        """
            .formatted(jdbcUrl));
  }

  /** An agent beside a Slurm cluster; more says what else there is to set. */
  static AgentFile agent(String name, int port, Path state, Testbed.Cluster cluster, String more)
      throws IOException {
    return read(
        AgentFile.class,
        """
        provider: %s
        servers: ["127.0.0.1:%d"]
        state: %s
        work: %s
        batch_system: slurm
        slurm: {partition: %s, configuration: %s}
        %s
        """
            .formatted(
                name,
                port,
                state,
                state.resolve("work"),
                cluster.partition(),
                cluster.configuration(),
                more));
  }

  /** Settings, read as those of an operator are. */
  static <T> T read(Class<T> type, String text) throws IOException {
    Path file = Files.createTempFile("tender-settings", ".yaml");
    try {
      Files.writeString(file, text);
      return SettingsFile.read(file, type);
    } finally {
      Files.delete(file);
    }
  }
}
