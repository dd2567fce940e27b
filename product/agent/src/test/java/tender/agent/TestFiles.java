package tender.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tender.support.config.YamlConfigReader;

/** Settings as an owner would write them, read from a file. */
final class TestFiles {
  private TestFiles() {}

  /** What every agent needs, and more. */
  static AgentConfig read(Path folder, String batchSystem, String more) throws IOException {
    Path file = folder.resolve("agent.yaml");
    Files.writeString(
        file,
        """
        provider: north
        servers: ["127.0.0.1:7443"]
        state: %s
        work: %s
        batch_system: %s
        %s
        """
            .formatted(folder.resolve("state"), folder.resolve("work"), batchSystem, more));
    return YamlConfigReader.read(file, AgentConfig.class);
  }
}
