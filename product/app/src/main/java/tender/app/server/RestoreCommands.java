package tender.app.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.JsonOutput;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.MarketAdministration;
import tender.server.ServerConfig;
import tender.server.bags.RestoreService;
import tender.server.model.RestoreFinding;
import tender.server.model.RestoreSituation;
import tender.support.config.YamlConfigReader;
import tender.support.input.Printable;

/** The operator's commands after the database was restored to an earlier time. */
final class RestoreCommands {
  private RestoreCommands() {}

  /** Something that a restore did, in JSON. */
  record Finding(
      String situation,
      String subject,
      @Nullable String bag,
      @Nullable String user,
      int tasks,
      String amount,
      String description,
      String nextStep) {
    static Finding of(RestoreFinding one) {
      return new Finding(
          JsonOutput.name(one.situation()),
          one.subject(),
          one.bag().isEmpty() ? null : one.bag(),
          one.user().isEmpty() ? null : one.user(),
          one.tasks(),
          one.amount().toString(),
          one.situation().description(),
          one.situation().nextStep());
    }
  }

  /**
   * The output.
   *
   * @param consistentParts how many reservations at providers agree with the database
   * @param missingProviders the providers whose agents have not reported yet
   */
  record RestoreReport(
      @Nullable Instant reconciled,
      List<Finding> losses,
      List<Finding> withoutLoss,
      long consistentParts,
      List<String> missingProviders) {
    static RestoreReport of(RestoreService.Report report) {
      return new RestoreReport(
          report.epoch() == 0 ? null : Instant.ofEpochMilli(report.epoch()),
          findings(report, true),
          findings(report, false),
          report.findings().stream().filter(RestoreReport::isConsistent).count(),
          report.missingProviders().stream().map(ProviderId::value).toList());
    }

    private static List<Finding> findings(RestoreService.Report report, boolean isLoss) {
      return report.findings().stream()
          .filter(one -> one.situation().isLoss() == isLoss && !isConsistent(one))
          .map(Finding::of)
          .toList();
    }

    private static boolean isConsistent(RestoreFinding finding) {
      return finding.situation() == RestoreSituation.CONSISTENT;
    }
  }

  private static void print(OutputOption output, RestoreService.Report report) {
    RestoreReport shown = RestoreReport.of(report);
    output.print(
        () -> shown,
        page -> {
          if (shown.reconciled() == null) {
            page.line("No restore is recorded. After one, run: tender server reconcile");
            return;
          }
          page.line("Restore recorded: " + TimeFormat.local(shown.reconciled()));
          page.table(
              new Table<Finding>()
                  .text("LOSS", Finding::situation)
                  .text("SUBJECT", one -> Printable.of(one.subject()))
                  .text("BAG", one -> Printable.of(Optional.ofNullable(one.bag()).orElse("")))
                  .text("USER", one -> Printable.of(Optional.ofNullable(one.user()).orElse("")))
                  .text("TASKS", one -> one.tasks() == 0 ? "" : String.valueOf(one.tasks()))
                  .text("CREDITS", one -> one.amount().equals(zero()) ? "" : one.amount()),
              shown.losses());
          shown.losses().stream()
              .map(one -> "%s: %s %s".formatted(one.situation(), one.description(), next(one)))
              .distinct()
              .forEach(page::line);
          page.line(
              "%d losses; %d reservations agree; %d other findings without a loss (-o json lists them)."
                  .formatted(
                      shown.losses().size(), shown.consistentParts(), shown.withoutLoss().size()));
          if (!shown.missingProviders().isEmpty()) {
            page.line(
                "Incomplete: these providers have not reported yet: "
                    + Printable.of(String.join(", ", shown.missingProviders())));
          }
        });
  }

  private static String next(Finding finding) {
    return finding.nextStep().equals("Nothing.") ? "" : "Next: " + finding.nextStep();
  }

  private static String zero() {
    return Money.ZERO.toString();
  }

  /** Records a restore. */
  @Command(
      name = "reconcile",
      sortOptions = false,
      description =
          "Records that the database was restored to an earlier time, before servers start on it.")
  static final class Reconcile extends OperatorCommand {
    @Option(
        names = "--before",
        paramLabel = "FILE",
        description =
            "A configuration whose database has the state before the restore: its losses are listed.")
    private @Nullable Path before;

    @Mixin private OutputOption output;

    @Override
    public Integer call() throws IOException, InterruptedException {
      Optional<ServerConfig> other =
          before == null
              ? Optional.empty()
              : Optional.of(YamlConfigReader.read(before, ServerConfig.class));
      try {
        print(output, MarketAdministration.reconcile(config(), other));
      } catch (IllegalStateException e) {
        return report(false, "", String.valueOf(e.getMessage()));
      }
      return 0;
    }
  }

  /** Lists what a restore has lost. */
  @Command(
      name = "losses",
      sortOptions = false,
      description = "Lists what the latest restore of the database has lost.")
  static final class Losses extends OperatorCommand {
    @Mixin private OutputOption output;

    @Override
    public Integer call() throws IOException {
      print(output, MarketAdministration.restoreReport(config()));
      return 0;
    }
  }
}
