package tender.research.reproduce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TextPage;
import tender.experiments.promises.PromiseGoal;
import tender.experiments.promises.PromisesExperiment;
import tender.experiments.promises.PromisesReport;
import tender.experiments.promises.PromisesRunner;
import tender.experiments.promises.PromisesSummary;
import tender.experiments.promises.PromisesWorkload;
import tender.research.experiment.ExperimentOptions;
import tender.research.experiment.ExperimentRun;
import tender.research.experiment.ExperimentSteps;

/** The experiment on how promises are kept. */
@Command(
    name = "promises",
    sortOptions = false,
    description =
        "Measures how promises are kept: in markets from real logs, with known errors in the"
            + " estimates, and with providers that can reserve capacity or only forecast.")
final class ReproducePromisesCommand implements Runnable {
  @Mixin private ResultsOption results;

  @Mixin private ExperimentOptions options;
  @Mixin private OutputOption output;

  /** The JSON output; the figures are in the files. */
  private record Answer(
      int runs, int seeds, List<GoalAnswer> goals, String out, String date, long seconds) {}

  /** A goal in the JSON output. */
  private record GoalAnswer(
      String goal, String of, int reached, int cells, double lowest, double highest) {
    static GoalAnswer from(PromiseGoal goal) {
      return new GoalAnswer(
          goal.description(),
          goal.scope(),
          goal.reached(),
          goal.cells(),
          goal.lowest(),
          goal.highest());
    }
  }

  @Override
  public void run() {
    PromisesExperiment standard = PromisesExperiment.standard();
    PromisesExperiment experiment = options.seeds().map(standard::withSeeds).orElse(standard);
    PromisesWorkload workload = options.read(logs -> PromisesWorkload.read(experiment, logs));
    ExperimentSteps<PromisesSummary> steps =
        new ExperimentSteps<>(
            "promises",
            experiment,
            workload.traces(),
            partial ->
                new PromisesSummary(
                    experiment,
                    options.simulate(
                        (threads, progress) ->
                            PromisesRunner.run(workload, partial, threads, progress))),
            summary -> List.of(),
            ReproducePromisesCommand::tables,
            summary -> Map.of(),
            (summary, claims, charts, manifest) -> new PromisesReport(summary).page(manifest));
    ExperimentRun<PromisesSummary> run = ExperimentRun.run(steps, options, results.folder());
    PromisesSummary summary = run.summary();
    List<PromiseGoal> goals = PromiseGoal.all(summary);
    output.print(
        () ->
            new Answer(
                summary.runs().size(),
                experiment.seeds(),
                goals.stream().map(GoalAnswer::from).toList(),
                results.folder().toString(),
                run.time().date().toString(),
                run.time().seconds()),
        page -> {
          print(page, summary, goals);
          run.printEnd(page, "promises.md, runs.csv, summary.csv and manifest.json");
        });
  }

  private static Map<String, String> tables(PromisesSummary summary) {
    Map<String, String> tables = new HashMap<>(summary.tables());
    tables.put("promises.md", new PromisesReport(summary).markdown());
    return tables;
  }

  private static void print(TextPage page, PromisesSummary summary, List<PromiseGoal> goals) {
    int seeds = summary.experiment().seeds();
    page.heading(summary.runs().size() + " runs of " + seeds + " seeds; goals");
    page.table(
        new Table<PromiseGoal>()
            .text("GOAL", PromiseGoal::description)
            .text("CELLS", PromiseGoal::scope)
            .text("REACHED IN", goal -> goal.row().get(2))
            .number("LOWEST", goal -> goal.row().get(3))
            .number("HIGHEST", goal -> goal.row().get(4)),
        goals);
  }
}
