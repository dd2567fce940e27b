package tender.app.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tender.agent.doctor.AgentDoctor;
import tender.server.doctor.ServerDoctor;

/** The page about the doctor lists every check, and no other. */
class DoctorPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "operate", "doctor.md");
  private static final Pattern NAME = Pattern.compile("`([a-z-]+)`");

  @Test
  void pageListsEveryCheckOfServer() throws IOException {
    assertThat(listed("## Checks of a server"))
        .containsExactlyInAnyOrderElementsOf(ServerDoctor.create().names());
  }

  @Test
  void pageListsEveryCheckOfAgent() throws IOException {
    assertThat(listed("## Checks of an agent"))
        .containsExactlyInAnyOrderElementsOf(AgentDoctor.create().names());
  }

  @Test
  void eachSideFindsTwentyKindsOfFaults() {
    assertThat(ServerDoctor.create().names()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(AgentDoctor.create().names()).hasSizeGreaterThanOrEqualTo(20);
  }

  /** The names in the first column of the table of a section. */
  private static List<String> listed(String heading) throws IOException {
    String page = Files.readString(PAGE);
    String section = page.substring(page.indexOf(heading));
    int next = section.indexOf("\n## ", 1);
    return (next < 0 ? section : section.substring(0, next))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|")[1])
        .flatMap(cell -> NAME.matcher(cell).results())
        .map(MatchResult::group)
        .map(name -> name.replace("`", ""))
        .toList();
  }
}
