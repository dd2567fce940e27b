package tender.research.experiment;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tender.cli.output.OutputOption;
import tender.experiments.claims.PaperClaim;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.offers.OffersCharts;
import tender.experiments.offers.OffersPage;
import tender.experiments.offers.OffersRunner;
import tender.experiments.offers.OffersSummary;
import tender.experiments.offers.OffersTables;
import tender.experiments.offers.OffersWorkload;
import tender.support.input.ParsedInput;

/** Reads an experiment file, runs the experiment and prints the result. */
public final class ExperimentLauncher {
  private ExperimentLauncher() {}

  /** Runs an experiment without claims to check. */
  public static void run(String file, ExperimentOptions options, Path out, OutputOption output) {
    run(
        ParsedInput.read(file, ExperimentFile.class),
        UnaryOperator.identity(),
        options,
        out,
        summary -> List.of(),
        output);
  }

  /**
   * Runs an experiment and checks claims.
   *
   * @param variant changes the experiment of the file
   */
  public static void run(
      ParsedInput<ExperimentFile> file,
      UnaryOperator<OffersExperiment> variant,
      ExperimentOptions options,
      Path out,
      Function<OffersSummary, List<PaperClaim>> claims,
      OutputOption output) {
    OffersExperiment standard = variant.apply(ExperimentReader.read(file));
    OffersExperiment experiment = options.seeds().map(standard::withSeeds).orElse(standard);
    OffersWorkload workload = options.read(logs -> OffersWorkload.read(experiment, logs));
    ExperimentSteps<OffersSummary> steps =
        new ExperimentSteps<>(
            experiment.name(),
            experiment,
            workload.traces(),
            partial ->
                new OffersSummary(
                    experiment,
                    options.simulate(
                        (threads, progress) ->
                            OffersRunner.run(workload, partial, threads, progress))),
            claims,
            summary -> tables(summary, workload),
            summary -> new OffersCharts(summary).draw(),
            (summary, checked, charts, manifest) ->
                new OffersPage(workload, summary, manifest).write(charts, checked));
    ExperimentRun.run(steps, options, out)
        .print(
            output,
            ExperimentReport::print,
            "runs.csv, summary.csv, windows.csv, manifest.json and the charts");
  }

  private static Map<String, String> tables(OffersSummary summary, OffersWorkload workload) {
    Map<String, String> tables = new HashMap<>(summary.tables());
    tables.put("windows.csv", OffersTables.windowsCsv(workload));
    return tables;
  }
}
