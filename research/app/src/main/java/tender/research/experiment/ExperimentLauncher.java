package tender.research.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import tender.cli.output.OutputOption;
import tender.experiments.claims.PaperClaim;
import tender.experiments.definition.OffersExperiment;
import tender.experiments.offers.OffersCharts;
import tender.experiments.offers.OffersPage;
import tender.experiments.offers.OffersRunner;
import tender.experiments.offers.OffersSummary;
import tender.experiments.offers.OffersWorkload;
import tender.support.input.ParsedInput;

/** Reads an experiment file, runs the experiment and prints the result. */
public final class ExperimentLauncher {
  private ExperimentLauncher() {}

  /** Runs an experiment without claims to check. */
  public static void run(String file, ExperimentOptions options, Path out, OutputOption output) {
    run(ParsedInput.read(file, ExperimentFile.class), options, out, summary -> List.of(), output);
  }

  public static void run(
      ParsedInput<ExperimentFile> file,
      ExperimentOptions options,
      Path out,
      Function<OffersSummary, List<PaperClaim>> claims,
      OutputOption output) {
    OffersExperiment standard = ExperimentReader.read(file);
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
            OffersSummary::tables,
            summary -> new OffersCharts(summary).draw(),
            (summary, checked, charts, manifest) ->
                new OffersPage(workload, summary, manifest).write(charts, checked));
    ExperimentRun.run(steps, options, out)
        .print(output, ExperimentReport::print, ExperimentRun.FILES);
  }
}
