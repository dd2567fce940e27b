package tender.research.reproduce;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
  @Mixin private ResultsOption results;

  @Mixin private RunOptions options;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    ReschedulingExperiment paper = ReschedulingExperiment.paper();
    ReschedulingExperiment experiment = options.seeds().map(paper::withSeeds).orElse(paper);
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
        .print(output, ReproduceReschedulingCommand::print, ExperimentRun.FILES);
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
