package tender.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tender.support.config.YamlConfigReader;

/** Reads settings from a file, as an owner would write them. */
final class TestFiles {
  private TestFiles() {}

  /** The required settings and some more. */
  static AgentConfig read(Path folder, String batchSystem, String more) throws IOException {
    Path file = folder.resolve("agent.yaml");
    Files.writeString(
        file,
        """
        provider: north
        servers: ["127.0.0.1:7443"]
        state_dir: %s
        work_dir: %s
        batch_system: %s
        isolation: none
        %s
        """
            .formatted(folder.resolve("state"), folder.resolve("work"), batchSystem, more));
    return YamlConfigReader.read(file, AgentConfig.class);
  }
}
