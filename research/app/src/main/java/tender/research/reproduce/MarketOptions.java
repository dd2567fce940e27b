package tender.research.reproduce;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tender.research.experiment.OptionChecks;

/** The options of commands that simulate synthetic markets with different calls. */
final class MarketOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--providers",
      paramLabel = "N",
      description = "How many providers the market has. Default: ${DEFAULT-VALUE}.")
  private int providers;

  @Option(
      names = "--bags",
      paramLabel = "N",
      description = "How many bags arrive. Default: ${DEFAULT-VALUE}.")
  private int bags;

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
  private int seeds;

  /** With the defaults of a command. */
  MarketOptions(int providers, int bags, int seeds) {
    this.providers = providers;
    this.bags = bags;
    this.seeds = seeds;
  }

  /** Rejects invalid numbers, before any work is done. */
  void check(int maxProviders, int maxBags) {
    OptionChecks.requireBetween(command, "--providers", providers, 1, maxProviders);
    OptionChecks.requireBetween(command, "--bags", bags, 1, maxBags);
    OptionChecks.requirePositive(command, "--seeds", seeds);
    providersPerCall.forEach(
        number -> OptionChecks.requirePositive(command, "--providers-per-call", number));
  }

  int providers() {
    return providers;
  }

  int bags() {
    return bags;
  }

  /** The numbers in ascending order, without those that reach all of this many providers. */
  List<Integer> providersPerCallBelow(int all) {
    return providersPerCall.stream().filter(number -> number < all).sorted().distinct().toList();
  }

  int seeds() {
    return seeds;
  }
}
