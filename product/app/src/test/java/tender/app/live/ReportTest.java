package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.cli.TenderCommand;

/** A report in a real browser: it passes the rules of accessibility, and fits a narrow screen. */
@Timeout(200)
class ReportTest {
  @Test
  void aReportCanBeReadByEverybody(@TempDir Path folder) throws Exception {
    int code =
        TenderCommand.commandLine()
            .setOut(new PrintWriter(new StringWriter()))
            .execute("reproduce", "shares", "--seeds", "2", "--out", folder.toString());
    assertThat(code).isZero();
    String said =
        Browser.run(
            "report.mjs", "file://" + folder, "none", Map.of(), folder.resolve("browser.log"));
    assertThat(said).contains("report: nothing wrong, light, dark and narrow");
  }
}
