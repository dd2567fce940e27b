package tender.app.doctor;

import java.util.List;
import tender.cli.CommandLines;
import tender.cli.output.JsonOutput;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.support.doctor.CheckResult.Status;
import tender.support.doctor.Finding;
import tender.support.input.Printable;
import tender.support.text.Plural;

/** Prints what the checks of an installation found, a line for each. */
public record FindingsReport(List<Finding> findings) {
  private static final int MAX_TEXT_LENGTH = 2_000;

  /** A finding in JSON; the fix is empty if there is nothing to do. */
  record FindingJson(String check, String status, String found, String fix) {
    static FindingJson of(Finding finding) {
      return new FindingJson(
          finding.check(),
          JsonOutput.name(finding.result().status()),
          finding.result().found(),
          finding.result().fix());
    }
  }

  /** The output. */
  record FindingsJson(long faults, long warnings, List<FindingJson> findings) {}

  /** Prints all findings; returns the exit code. */
  public int print(OutputOption output) {
    output.print(
        () ->
            new FindingsJson(
                count(Status.FAULT),
                count(Status.WARNING),
                findings.stream().map(FindingJson::of).toList()),
        page -> {
          table(page, findings);
          summary(page);
        });
    return exitCode();
  }

  /** Prints the findings that need attention; returns the exit code. */
  public int printProblems(OutputOption output) {
    output.printText(
        page -> {
          List<Finding> problems = findings.stream().filter(Finding::isProblem).toList();
          if (!problems.isEmpty()) {
            table(page, problems);
          }
          summary(page);
        });
    return exitCode();
  }

  private int exitCode() {
    return count(Status.FAULT) == 0 ? 0 : CommandLines.FAILURE;
  }

  private long count(Status status) {
    return findings.stream().filter(one -> one.result().status() == status).count();
  }

  private static void table(TextPage page, List<Finding> rows) {
    page.table(
        new Table<Finding>()
            .text("RESULT", one -> JsonOutput.name(one.result().status()))
            .text("CHECK", Finding::check)
            .text("FOUND", FindingsReport::text),
        rows,
        one -> one.result().status() == Status.FAULT);
  }

  private static String text(Finding finding) {
    String fix = finding.result().fix();
    return Printable.upTo(
        MAX_TEXT_LENGTH, finding.result().found() + (fix.isEmpty() ? "" : ". Fix: " + fix));
  }

  private void summary(TextPage page) {
    String sentence =
        "%s: %s, %s, %d skipped."
            .formatted(
                Plural.of(findings.size(), "check"),
                Plural.of(count(Status.FAULT), "fault"),
                Plural.of(count(Status.WARNING), "warning"),
                count(Status.SKIPPED));
    if (count(Status.FAULT) > 0) {
      page.errorHeadline(sentence);
    } else {
      page.headline(count(Status.WARNING) == 0, sentence);
    }
  }
}
