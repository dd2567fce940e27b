package tender.cli.operator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.client.ServerOption;
import tender.cli.client.response.OperatorResponses.AuditEntries;
import tender.cli.client.response.OperatorResponses.AuditEntry;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** Commands for the audit log. */
@Command(
    name = "audit",
    sortOptions = false,
    description = {
      "Reads the audit log: who did what, from where, and with which result.%n",
      "Needs the role operator or auditor."
    },
    subcommands = {AuditCommand.ListEntries.class, AuditCommand.Export.class})
public final class AuditCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Lists entries. */
  @Command(
      name = "list",
      sortOptions = false,
      description = "Lists the newest entries of the audit log.")
  static final class ListEntries implements Runnable {
    private static final int MAX_ENTRIES = 10_000;
    private static final int MAX_PAGE = 1_000;

    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Option(names = "--user", paramLabel = "USER", description = "Only what this user did.")
    private @Nullable String user;

    @Option(
        names = {"-n", "--limit"},
        paramLabel = "N",
        description = "At most this many entries. Default: ${DEFAULT-VALUE}.")
    private int limit = 50;

    @Spec private CommandSpec spec;

    /** The output. */
    record EntryList(List<AuditEntry> entries) {}

    @Override
    public void run() {
      if (limit < 1 || limit > MAX_ENTRIES) {
        throw new ParameterException(
            spec.commandLine(),
            "--limit is "
                + limit
                + ", but must be from 1 to "
                + MAX_ENTRIES
                + "; tender audit export writes all entries");
      }
      List<AuditEntry> entries = find();
      output.print(
          () -> new EntryList(entries),
          page -> {
            if (entries.isEmpty()) {
              page.line("The audit log has no such entries.");
              return;
            }
            page.table(
                new Table<AuditEntry>()
                    .number("NUMBER", AuditEntry::number)
                    .text("TIME", one -> TimeFormat.local(one.at()))
                    .text("WHO", one -> Printable.of(one.actor()))
                    .text("FROM", one -> Printable.of(one.address()))
                    .text("ACTION", one -> Printable.of(one.action()))
                    .text("TARGET", one -> Printable.of(one.target()))
                    .text("RESULT", one -> Printable.of(one.result())),
                entries);
          });
    }

    private List<AuditEntry> find() {
      List<AuditEntry> entries = new ArrayList<>();
      OptionalLong before = OptionalLong.empty();
      Optional<String> actor = Optional.ofNullable(user).map(name -> "user " + name);
      do {
        AuditEntries page =
            server
                .operatorClient()
                .audit(actor, before, Math.min(MAX_PAGE, limit - entries.size()));
        entries.addAll(page.entries());
        before =
            page.next() == null
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(page.next()));
      } while (before.isPresent() && entries.size() < limit);
      return entries;
    }
  }

  /** Writes all entries as JSON lines. */
  @Command(
      name = "export",
      sortOptions = false,
      description = "Writes the audit log to standard output, a line of JSON for each entry.")
  static final class Export implements Runnable {
    @Mixin private ServerOption server;

    @Option(
        names = "--after",
        paramLabel = "NUMBER",
        description = "Only the entries after this one. Default: all.")
    private long after;

    @Spec private CommandSpec spec;

    @Override
    public void run() {
      PrintWriter out = spec.commandLine().getOut();
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(
                  server.operatorClient().exportAudit(after), StandardCharsets.UTF_8))) {
        lines.lines().forEach(out::println);
      } catch (IOException e) {
        throw new UncheckedIOException("The response was cut off: " + e.getMessage(), e);
      }
      out.flush();
    }
  }
}
