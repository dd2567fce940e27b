package tender.app.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import tender.cli.output.JsonOutput;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.server.MarketAdministration;
import tender.server.model.UserId;
import tender.server.store.audit.AuditEntry;
import tender.server.store.audit.AuditMark;
import tender.server.store.audit.AuditVerifier;
import tender.support.input.Printable;

/** The operator's commands for the audit log. */
final class AuditCommands {
  private AuditCommands() {}

  /** An entry in JSON. */
  record Entry(
      long number,
      Instant at,
      String actor,
      String address,
      String action,
      String target,
      String result,
      String hash) {
    static Entry of(AuditEntry one) {
      return new Entry(
          one.number(),
          Instant.ofEpochMilli(one.atMillis()),
          one.event().actor(),
          one.event().address(),
          one.event().action(),
          one.event().target(),
          one.event().result(),
          one.hash());
    }
  }

  /** Lists entries. */
  @Command(
      name = "audit",
      sortOptions = false,
      description = "Lists the newest entries of the audit log: who did what, and from where.")
  static final class Audit extends OperatorCommand {
    private static final int MAX_ENTRIES = 10_000;

    @Option(names = "--user", paramLabel = "USER", description = "Only what this user did.")
    private @Nullable String user;

    @Option(
        names = "--limit",
        defaultValue = "50",
        paramLabel = "N",
        description = "At most this many entries. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Mixin private OutputOption output;

    /** The output. */
    record EntryList(List<Entry> entries) {}

    @Override
    public Integer call() throws IOException {
      if (limit < 1 || limit > MAX_ENTRIES) {
        throw new ParameterException(
            spec.commandLine(),
            "--limit is "
                + limit
                + ", but must be from 1 to "
                + MAX_ENTRIES
                + "; tender server export-audit writes all entries");
      }
      Optional<String> actor =
          Optional.ofNullable(user).map(name -> "user " + new UserId(name).value());
      List<Entry> entries =
          MarketAdministration.audit(config(), actor, limit).stream().map(Entry::of).toList();
      output.print(
          () -> new EntryList(entries),
          page -> {
            if (entries.isEmpty()) {
              page.line("The audit log has no such entries.");
              return;
            }
            page.table(
                new Table<Entry>()
                    .number("NUMBER", Entry::number)
                    .text("TIME", one -> TimeFormat.local(one.at()))
                    .text("WHO", one -> Printable.of(one.actor()))
                    .text("FROM", one -> Printable.of(one.address()))
                    .text("ACTION", one -> Printable.of(one.action()))
                    .text("TARGET", one -> Printable.of(one.target()))
                    .text("RESULT", one -> Printable.of(one.result())),
                entries);
          });
      return 0;
    }
  }

  /** Writes all entries as JSON lines. */
  @Command(
      name = "export-audit",
      sortOptions = false,
      description = "Writes the audit log to standard output, a line of JSON for each entry.")
  static final class Export extends OperatorCommand {
    @Option(
        names = "--after",
        defaultValue = "0",
        paramLabel = "NUMBER",
        description = "Only the entries after this one. Default: all.")
    private long after;

    @Override
    public Integer call() throws IOException {
      PrintWriter out = out();
      MarketAdministration.exportAudit(
          config(), after, entry -> out.println(JsonOutput.writeLine(Entry.of(entry))));
      out.flush();
      return 0;
    }
  }

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
