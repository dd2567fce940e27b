package tender.app.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.AgentConfig;
import tender.agent.SlurmSection;
import tender.app.CommandRun;
import tender.support.config.YamlConfigReader;

/** The command that writes an agent's configuration, without a terminal. */
class AgentInitTest {
  @TempDir private Path folder;

  private CommandRun init(String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "agent",
                "init",
                folder.resolve("agent.yaml").toString(),
                "--provider",
                "north",
                "--server",
                "127.0.0.1:1",
                "--server",
                "localhost:1",
                "--state-dir",
                folder.resolve("state").toString(),
                "--work-dir",
                folder.resolve("work").toString()));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private AgentConfig written() throws IOException {
    return YamlConfigReader.read(folder.resolve("agent.yaml"), AgentConfig.class);
  }

  @Test
  void writesAFileForProcesses() throws IOException {
    CommandRun run = init("--batch-system", "processes");
    AgentConfig config = written();
    assertThat(config.provider()).isEqualTo("north");
    assertThat(config.servers()).containsExactly("127.0.0.1:1", "localhost:1");
    assertThat(config.stateDir()).isEqualTo(folder.resolve("state"));
    assertThat(config.slurm()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("server-port", "connection refused", "Next: correct the faults, then: ")
        .doesNotContain("not enrolled");
  }

  @Test
  void writesAFileForSlurm() throws IOException {
    init("--batch-system", "slurm", "--partition", "long");
    assertThat(written().slurm().map(SlurmSection::partition)).contains("long");
    assertThat(written().batchSystem()).isEqualTo("slurm");
  }

  @Test
  void writesAFileForGridEngineAndForAHost() throws IOException {
    init("--batch-system", "gridengine", "--queue", "long.q");
    assertThat(written().gridengine().orElseThrow().queue()).isEqualTo("long.q");
    init("--force", "--batch-system", "host", "--task-user", "tender-task");
    assertThat(written().host().orElseThrow().taskUser()).contains("tender-task");
  }

  @Test
  void unknownBatchSystemIsExplained() {
    assertThat(init("--batch-system", "pbs").err()).contains("'pbs'", "slurm, gridengine, host");
    assertThat(folder.resolve("agent.yaml")).doesNotExist();
  }

  @Test
  void missingProviderIsExplained() {
    CommandRun run = CommandRun.of("agent", "init", folder.resolve("agent.yaml").toString());
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--provider is missing");
  }
}
