package tender.research.reproduce;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
  @Spec private CommandSpec spec;

  @Option(
      names = "--providers",
      paramLabel = "N",
      description = "How many providers the market has. Default: ${DEFAULT-VALUE}.")
  private int providers = 200;

  @Option(
      names = "--bags",
      paramLabel = "N",
      description = "How many bags arrive within six hours. Default: ${DEFAULT-VALUE}.")
  private int bags = 200;

  @Option(
      names = "--providers-per-call",
      paramLabel = "N",
      split = ",",
      description =
          "How many providers a bag calls first, several numbers separated by commas. Default:"
              + " 5,10,20,50,100.")
  private List<Integer> providersPerCall = List.of(5, 10, 20, 50, 100);

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many markets are simulated with each number. Default: ${DEFAULT-VALUE}.")
  private int seeds = 5;

  @Mixin private OutputOption output;

  @Override
  public void run() {
    requirePositive("--providers", providers);
    requirePositive("--bags", bags);
    requirePositive("--seeds", seeds);
    providersPerCall.forEach(number -> requirePositive("--providers-per-call", number));
    List<Integer> numbers =
        providersPerCall.stream().filter(number -> number < providers).sorted().distinct().toList();
    CallsExperiment experiment = new CallsExperiment(providers, bags, numbers, seeds);
    List<CallsResult> results;
    try (ProgressBar progress = ProgressBar.on(spec.commandLine(), "simulated markets")) {
      results = experiment.run(done -> progress.update(done, experiment.runs()));
    }
    output.print(
        () -> CallsAnswer.of(experiment, results),
        page -> CallsReport.print(page, experiment, results));
  }

  private void requirePositive(String option, int value) {
    if (value < 1) {
      throw new ParameterException(
          spec.commandLine(), option + " is " + value + ", but must be at least 1");
    }
  }
}
