package tender.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.app.CommandRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The output of the doctor's commands. */
class DoctorCommandsTest {
  @TempDir private Path folder;

  private String file(String text) throws IOException {
    return Files.writeString(folder.resolve("file.yaml"), text).toString();
  }

  @Test
  void printsALineForEachCheckAndFails() throws IOException {
    CommandRun run =
        CommandRun.of("server", "doctor", file("database: 'jdbc:postgresql://127.0.0.1:1/t'\n"));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out().lines())
        .anyMatch(line -> line.matches("  ok +configuration +all settings are valid"))
        .anyMatch(
            line ->
                line.matches(
                    "  fault +database-port +127.0.0.1:1: connection refused. Fix: Start .*"))
        .anyMatch(line -> line.matches("  skipped +database-login +depends on database-port"))
        .last()
        .asString()
        .matches("27 checks: \\d faults?, \\d warnings?, \\d+ skipped\\.");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void printsJsonForPrograms() throws IOException {
    CommandRun run = CommandRun.of("agent", "doctor", file("provider: north\n"), "-o", "json");
    assertThat(run.exitCode()).isEqualTo(1);
    JsonNode answer = new JsonMapper().readTree(run.out());
    JsonNode first = answer.path("findings").path(0);
    assertThat(first.path("check").asString()).isEqualTo("configuration");
    assertThat(first.path("status").asString()).isEqualTo("fault");
    assertThat(first.path("found").asString()).contains("'state_dir' is missing");
    assertThat(first.path("fix").asString()).contains("examples/live/agent.yaml");
    assertThat(answer.path("faults").asInt()).isPositive();
    assertThat(answer.path("findings").path(1).path("status").asString()).isEqualTo("skipped");
  }
}
