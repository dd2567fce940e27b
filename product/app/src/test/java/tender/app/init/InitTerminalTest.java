package tender.app.init;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.AgentConfig;
import tender.app.TerminalRun;
import tender.server.ServerConfig;
import tender.support.config.YamlConfigReader;

/** The questions of the init commands on a real terminal. */
@Timeout(120)
@Tag("slow")
class InitTerminalTest {
  @TempDir private Path folder;

  @Test
  void serverIsAskedForAndThePasswordIsNotShown() throws Exception {
    Path file = folder.resolve("server.yaml");
    TerminalRun run = TerminalRun.start("server init '" + file + "'", Map.of());
    run.await("PostgreSQL, as host:port/database [127.0.0.1:5432/tender]: ");
    run.press("127.0.0.1:1/market\n");
    run.await("Its user [tender]: ");
    run.press("\n");
    run.await("The password of tender: ");
    run.press("pssst\n");
    run.await("REST and the dashboard listen, as host:port [127.0.0.1:7480]: ");
    run.press("127.0.0.1:0\n");
    run.await("Where agents connect, as host:port [0.0.0.0:7443]: ");
    run.press("127.0.0.1:0\n");
    run.await("The DNS names of this server, for agents [");
    run.press("localhost\n");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.text())
        .contains("Wrote " + file, "database-port", "Next: ")
        .doesNotContain("pssst");
    assertThat(YamlConfigReader.read(file, ServerConfig.class).database())
        .isEqualTo("jdbc:postgresql://127.0.0.1:1/market?user=tender&password=pssst");
  }

  @Test
  void agentIsAskedFor() throws Exception {
    Path file = folder.resolve("agent.yaml");
    TerminalRun run =
        TerminalRun.start(
            "agent init '%s' --provider north --batch-system processes --state-dir '%s/state'"
                .formatted(file, folder),
            Map.of());
    run.await("The market's servers, as host:port: ");
    run.press("127.0.0.1:1\n");
    run.await("A folder in which tasks run, and that every node sees [");
    run.press(folder.resolve("work") + "\n");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.text()).contains("server-port").doesNotContain("Your name in the market");
    assertThat(YamlConfigReader.read(file, AgentConfig.class).servers())
        .containsExactly("127.0.0.1:1");
  }
}
