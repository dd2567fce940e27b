package tender.research.reproduce;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;
import tender.experiments.rescheduling.ReschedulingExperiment;
import tender.experiments.rescheduling.ReschedulingMetric;
import tender.experiments.rescheduling.ReschedulingSummary;
import tender.research.experiment.ClaimsReport;
import tender.research.experiment.ExperimentAnswer;
import tender.research.experiment.ReportFiles;
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
    PaperRun.Result<ReschedulingSummary> result =
        PaperRun.run(new ReschedulingPaper(experiment), options, results.folder());
    output.print(
        () ->
            ExperimentAnswer.of(
                ReschedulingPaper.NAME,
                experiment.keys().size(),
                experiment.seeds(),
                result.claims(),
                results.folder()),
        page -> print(result, page));
  }

  private void print(PaperRun.Result<ReschedulingSummary> result, TextPage page) {
    ReschedulingSummary summary = result.summary();
    long broken = Math.round(summary.total(ReschedulingMetric.PROMISES_BROKEN));
    long none = Math.round(summary.total(ReschedulingMetric.WITHOUT_PROMISE));
    page.headline(
        broken == 0 && none == 0,
        summary.results().size()
            + " runs; "
            + (broken == 0 ? "no promise was broken" : broken + " promises were broken")
            + (none == 0 ? ", every bag got one." : ", " + none + " bags got none."));
    ClaimsReport.print(page, result.claims(), summary.experiment().seeds());
    ReportFiles.print(
        page, results.folder(), "runs.csv, summary.csv, manifest.json and the charts");
  }
}
