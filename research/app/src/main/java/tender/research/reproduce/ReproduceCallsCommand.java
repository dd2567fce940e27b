package tender.research.reproduce;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tender.cli.output.OutputOption;
import tender.cli.output.ProgressBar;
import tender.experiments.calls.CallsExperiment;
import tender.experiments.calls.CallsResult;

/** The experiment on calls to the most suitable providers of a large market. */
@Command(
    name = "calls",
    sortOptions = false,
    description = {
      "Measures what is lost if bags call only the most suitable providers of a large market:",
      "the share of bags promised on time, their response time, price and number of calls, compared"
          + " with calls to all providers."
    })
final class ReproduceCallsCommand implements Runnable {
  private static final int MAX_PROVIDERS = 10_000;
  private static final int MAX_BAGS = 100_000;

  @Spec private CommandSpec spec;

  @Mixin private MarketOptions market = new MarketOptions(200, 200, 5);

  @Mixin private OutputOption output;

  @Override
  public void run() {
    market.check(MAX_PROVIDERS, MAX_BAGS);
    CallsExperiment experiment =
        new CallsExperiment(
            market.providers(),
            market.bags(),
            market.providersPerCallBelow(market.providers()),
            market.seeds());
    List<CallsResult> results;
    try (ProgressBar progress = ProgressBar.on(spec.commandLine(), "simulated markets")) {
      results = experiment.run(done -> progress.update(done, experiment.runs()));
    }
    output.print(
        () -> CallsAnswer.of(experiment, results),
        page -> CallsReport.print(page, experiment, results));
  }
}
