package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tender.cli.output.OutputFolder;
import tender.cli.output.OutputOption;
import tender.cli.output.ProgressBar;
import tender.experiments.day.DayExperiment;
import tender.experiments.day.DayResults;
import tender.experiments.day.report.DayCharts;
import tender.experiments.day.report.DayCsv;
import tender.research.experiment.OptionChecks;

/** The experiment on a day of a very large market. */
@Command(
    name = "day",
    sortOptions = false,
    description = {
      "Simulates a day of a very large market with different ways to call providers: the most"
          + " suitable first, cells of the market, and all.",
      "Calls to all providers are simulated in a smaller market, and for a sample of bags in the"
          + " large one."
    })
final class ReproduceDayCommand implements Callable<Integer> {
  private static final int MAX_PROVIDERS = 100_000;
  private static final int MAX_BAGS = 10_000_000;
  private static final int MAX_COMPARED = 2_000;
  private static final int MAX_THREADS = 256;

  @Spec private CommandSpec spec;

  @Mixin private MarketOptions market = new MarketOptions(10_000, 1_000_000, 3);

  @Option(
      names = "--compared-providers",
      paramLabel = "N",
      description = {
        "How many providers the smaller market has, in which all ways to call are compared.",
        "Default: ${DEFAULT-VALUE}."
      })
  private int comparedProviders = 300;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "How many simulations in parallel. Default: the number of processors.",
        "The results do not depend on it, except the processor time."
      })
  private int threads = Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS);

  @Mixin private ResultsOption results;
  @Mixin private OutputOption output;

  @Override
  public Integer call() throws InterruptedException {
    market.check(MAX_PROVIDERS, MAX_BAGS);
    OptionChecks.requireBetween(spec, "--compared-providers", comparedProviders, 1, MAX_COMPARED);
    OptionChecks.requireBetween(spec, "--threads", threads, 1, MAX_THREADS);
    DayExperiment experiment =
        new DayExperiment(
            market.providers(),
            market.bags(),
            comparedProviders,
            market.providersPerCallBelow(comparedProviders),
            market.seeds());
    long startNanos = System.nanoTime();
    DayResults simulated = simulate(experiment);
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    Path folder = results.folder();
    write(simulated, folder);
    output.print(
        () -> DayAnswer.of(simulated, seconds),
        page -> new DayReport(simulated, seconds, folder).print(page));
    return ExitCode.OK;
  }

  private DayResults simulate(DayExperiment experiment) throws InterruptedException {
    int total = experiment.totalBags();
    AtomicInteger done = new AtomicInteger();
    try (ProgressBar progress = ProgressBar.on(spec.commandLine(), "simulated bags")) {
      return experiment.run(
          threads,
          bags -> {
            synchronized (progress) {
              progress.update(done.addAndGet(bags), total);
            }
          });
    }
  }

  private static void write(DayResults results, Path folder) {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("runs.csv"), DayCsv.write(results));
      Files.writeString(folder.resolve("growth.svg"), new DayCharts(results).growth());
    } catch (IOException e) {
      throw OutputFolder.notWritable(folder, e);
    }
  }
}
