package tender.cli.submit;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.client.response.BagResponse;
import tender.cli.output.Keyboard;
import tender.cli.output.OutputOption;

/** The options that accept a quote without asking. */
final class AcceptOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask: accept the quote if it meets the deadline and the budget.")
  private boolean yes;

  @Option(
      names = "--accept-later",
      description =
          "With -y: also accept a quote that misses the deadline, but never one over budget.")
  private boolean acceptLater;

  @Option(
      names = "--accept-over-budget",
      description = "With -y: also accept a price over budget, if only that meets the deadline.")
  private boolean acceptOverBudget;

  /** Refuses to start if the command would ask a question and has no terminal to ask on. */
  void requireInteractiveTerminal(OutputOption output) {
    if (asksUser() && (output.isJson() || !Keyboard.isInteractive())) {
      throw new ParameterException(
          command.commandLine(),
          "There is no terminal to ask whether to accept the quote. Give -y to accept it if it"
              + " meets the deadline and the budget");
    }
  }

  boolean asksUser() {
    return !yes;
  }

  /** Whether the options accept the alternative over budget that meets the deadline. */
  boolean acceptsOverBudget(BagResponse.Quote quote) {
    return yes && acceptOverBudget && quote.alternative() != null;
  }

  /** Whether the options accept a quote. */
  boolean accepts(BagResponse bag, BagResponse.Quote quote) {
    return yes && bag.isWithinBudget(quote) && (acceptLater || bag.isInTime(quote));
  }
}
