package tender.research;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.app.live.Browser;

/** A report in a real browser: it passes accessibility rules and fits a narrow screen. */
@Tag("live")
@Timeout(200)
class ReportTest {
  @Test
  void reportIsAccessible(@TempDir Path folder) throws Exception {
    CommandRun run =
        CommandRun.of("reproduce", "shares", "--seeds", "2", "--out", folder.toString());
    assertThat(run.exitCode()).isZero();
    String output =
        Browser.run(
            "report.mjs", "file://" + folder, "none", Map.of(), folder.resolve("browser.log"));
    assertThat(output).contains("report: no violations; light, dark and narrow");
  }
}
