package tender.app.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tender.agent.AgentConfig;
import tender.server.ServerConfig;
import tender.testbed.Testbed;
import tender.support.config.YamlConfigReader;

/** Settings of servers and agents on this machine. */
final class MeasurementConfig {
  private MeasurementConfig() {}

  /** A server on any free ports. */
  static ServerConfig file(String jdbcUrl) throws IOException {
    return read(
        ServerConfig.class,
        """
        database: %s
        people: 127.0.0.1:0
        agents: 127.0.0.1:0
        """
            .formatted(jdbcUrl));
  }

  /** An agent beside a Slurm cluster; more says what else there is to set. */
  static AgentConfig agent(String name, int port, Path state, Testbed.SlurmCluster cluster, String more)
      throws IOException {
    return read(
        AgentConfig.class,
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
      return YamlConfigReader.read(file, type);
    } finally {
      Files.delete(file);
    }
  }
}
