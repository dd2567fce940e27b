package tender.measure.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tender.agent.AgentConfig;
import tender.server.ServerConfig;
import tender.support.config.YamlConfigReader;
import tender.testbed.Testbed;

/** Configurations of servers and agents on this machine. */
public final class MeasurementConfig {
  private MeasurementConfig() {}

  /** A server on free ports. */
  public static ServerConfig file(String jdbcUrl) throws IOException {
    return server(jdbcUrl, "");
  }

  /** A server on free ports, with more keys. */
  public static ServerConfig server(String jdbcUrl, String more) throws IOException {
    return read(
        ServerConfig.class,
        """
        database: %s
        rest_address: 127.0.0.1:0
        agent_address: 127.0.0.1:0
        %s
        """
            .formatted(jdbcUrl, more));
  }

  /** An agent of a Slurm cluster in this process, with more keys. */
  public static AgentConfig agent(
      String name, int port, Path state, Testbed.SlurmCluster cluster, String more)
      throws IOException {
    return read(
        AgentConfig.class, agentText(name, port, state, cluster, "isolation: none\n" + more));
  }

  /** The text of an agent's configuration file, with more keys. */
  static String agentText(
      String name, int port, Path state, Testbed.SlurmCluster cluster, String more) {
    return """
        provider: %s
        servers: ["127.0.0.1:%d"]
        state_dir: %s
        work_dir: %s
        batch_system: slurm
        slurm: {partition: %s, config_file: %s}
        %s
        """
        .formatted(
            name,
            port,
            state,
            state.resolve("work"),
            cluster.partition(),
            cluster.configuration(),
            more);
  }

  /** An agent that runs tasks as processes of this machine, with more keys. */
  public static AgentConfig processes(
      String name, int port, Path state, int processors, String more) throws IOException {
    return read(
        AgentConfig.class,
        """
        provider: %s
        servers: ["127.0.0.1:%d"]
        state_dir: %s
        work_dir: %s
        batch_system: processes
        processes: {slots: %d}
        isolation: none
        %s
        """
            .formatted(name, port, state, state.resolve("work"), processors, more));
  }

  /** Reads a configuration as an operator's file is read. */
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
