package tender.research.experiment;

import java.nio.file.Path;
import tender.cli.output.TextPage;

/** Prints where the files of an experiment are. */
public final class ReportFiles {
  private ReportFiles() {}

  /**
   * Prints the path of the report.
   *
   * @param others the names of the other files
   */
  public static void print(TextPage page, Path folder, String others) {
    page.heading("Files");
    page.line("  " + folder.resolve("report.html"));
    page.line("  In the same folder: " + others + ".");
  }
}
