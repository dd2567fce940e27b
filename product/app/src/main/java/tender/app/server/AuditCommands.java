package tender.app.server;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.OutputOption;
import tender.server.MarketAdministration;
import tender.server.store.audit.AuditMark;
import tender.server.store.audit.AuditVerifier;

/** The operator's commands for the audit log. */
final class AuditCommands {
  private AuditCommands() {}

  /** Checks the hashes. */
  @Command(
      name = "verify-audit",
      sortOptions = false,
      description = {
        "Checks that no entry of the audit log was changed, removed or inserted.%n",
        "Keep the printed mark outside the database: with it, a later check also finds entries"
            + " that were removed at the end, and a log that was replaced as a whole."
      })
  static final class Verify extends OperatorCommand {
    @Option(
        names = "--expect",
        paramLabel = "MARK",
        description = "The mark that an earlier check printed.")
    private @Nullable String expected;

    @Mixin private OutputOption output;

    /** The output. */
    record Verification(boolean unchanged, long entries, String mark, @Nullable String problem) {}

    @Override
    public Integer call() throws IOException {
      AuditVerifier.Result result =
          MarketAdministration.verifyAudit(
              config(), Optional.ofNullable(expected).map(AuditMark::parse), _ -> {});
      boolean isUnchanged = result.problem().isEmpty();
      output.print(
          () ->
              new Verification(
                  isUnchanged,
                  result.entries(),
                  result.last().toString(),
                  result.problem().orElse(null)),
          page -> {
            page.line(
                isUnchanged
                    ? "The audit log is unchanged: %d entries.".formatted(result.entries())
                    : "The audit log was changed. " + result.problem().orElseThrow());
            page.line((isUnchanged ? "Mark to keep: " : "Unchanged until: ") + result.last());
          });
      return isUnchanged ? 0 : 1;
    }
  }
}
