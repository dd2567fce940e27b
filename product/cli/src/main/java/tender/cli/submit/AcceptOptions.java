package tender.cli.submit;

import tender.cli.client.BagResponse;
import tender.cli.output.Keyboard;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.output.OutputOption;

/** The options by which somebody agrees beforehand. */
final class AcceptOptions {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask: agree if the deadline and the budget are met.")
  private boolean yes;

  @Option(
      names = "--accept-later",
      description = "With -y: agree to a later time too, but never to more than the budget.")
  private boolean acceptLater;

  @Option(
      names = "--accept-dearer",
      description =
          "With -y: agree to more than the budget too, where only that makes the deadline.")
  private boolean acceptOverBudget;

  /** Refuses to begin where a question would come up and nobody is there to answer it. */
  void requireInteractiveTerminal(OutputOption output) {
    if (asksUser() && (output.isJson() || !Keyboard.isInteractive())) {
      throw new ParameterException(
          command.commandLine(),
          "There is nobody to ask whether the quote will do. Give -y to agree if the deadline and"
              + " the budget are met");
    }
  }

  boolean asksUser() {
    return !yes;
  }

  /** Whether what makes the deadline is agreed to without asking, though it costs more. */
  boolean acceptsOverBudget(BagResponse.CounterOffer offer) {
    return yes && acceptOverBudget && offer.inTime() != null;
  }

  /** Whether a quote is agreed to without asking. */
  boolean accepts(BagResponse bag, BagResponse.CounterOffer offer) {
    return yes && bag.isWithinBudget(offer) && (acceptLater || bag.isInTime(offer));
  }
}
