package tender.research.reproduce;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.experiments.rescheduling.ReschedulingCharts;
import tender.experiments.rescheduling.ReschedulingClaims;
import tender.experiments.rescheduling.ReschedulingExperiment;
import tender.experiments.rescheduling.ReschedulingMetric;
import tender.experiments.rescheduling.ReschedulingPage;
import tender.experiments.rescheduling.ReschedulingRunner;
import tender.experiments.rescheduling.ReschedulingSummary;
import tender.research.experiment.ExperimentRun;
import tender.research.experiment.ExperimentSteps;
import tender.research.experiment.RunOptions;

/** The paper on rescheduling. */
@Command(
    name = "rescheduling",
    sortOptions = false,
    description =
        "Runs the experiment of Netto and Buyya, \"Coordinated rescheduling of Bag-of-Tasks for"
            + " executions on multiple resource providers\", and checks its claims.")
final class ReproduceReschedulingCommand implements Runnable {
  private static final int MAX_DAYS = 100;

  @Mixin private ResultsOption results;

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "How many days of bags are simulated. Default: 15, as in the paper.")
  private @Nullable Integer days;

  @Mixin private RunOptions options;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    ReschedulingExperiment paper = ReschedulingExperiment.paper();
    ReschedulingExperiment seeded = options.seeds().map(paper::withSeeds).orElse(paper);
    ReschedulingExperiment experiment = days == null ? seeded : seeded.withDays(checked(days));
    ExperimentSteps<ReschedulingSummary> steps =
        new ExperimentSteps<>(
            "rescheduling",
            experiment,
            List.of(),
            partial ->
                new ReschedulingSummary(
                    experiment,
                    options.simulate(
                        (threads, progress) ->
                            ReschedulingRunner.run(experiment, partial, threads, progress))),
            ReschedulingClaims::check,
            ReschedulingSummary::tables,
            summary -> new ReschedulingCharts(summary).draw(),
            ReschedulingPage::write);
    ExperimentRun.run(steps, options, results.folder())
        .print(
            output,
            ReproduceReschedulingCommand::print,
            "runs.csv, summary.csv, claims.md, readings.md, manifest.json and the charts");
  }

  private int checked(int number) {
    if (number < 1 || number > MAX_DAYS) {
      throw options.usageError("--days is " + number + ", but must be from 1 to " + MAX_DAYS);
    }
    return number;
  }

  private static void print(TextPage page, ReschedulingSummary summary) {
    long broken = Math.round(summary.total(ReschedulingMetric.PROMISES_BROKEN));
    long none = Math.round(summary.total(ReschedulingMetric.WITHOUT_PROMISE));
    page.headline(
        broken == 0 && none == 0,
        summary.runs().size()
            + " runs; "
            + (broken == 0 ? "no promise was broken" : broken + " promises were broken")
            + (none == 0 ? ", every bag got one." : ", " + none + " bags got none."));
  }
}
