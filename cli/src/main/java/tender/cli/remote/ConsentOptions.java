package tender.cli.remote;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.output.OutputOption;

/** The options by which somebody agrees beforehand. */
final class ConsentOptions {
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
  private boolean acceptDearer;

  /** Refuses to begin where a question would come up and nobody is there to answer it. */
  void requireSomebodyToAsk(OutputOption output) {
    if (asks() && (output.isForPrograms() || !Keyboard.isThere())) {
      throw new ParameterException(
          command.commandLine(),
          "There is nobody to ask whether the quote will do. Give -y to agree if the deadline and"
              + " the budget are met");
    }
  }

  boolean asks() {
    return !yes;
  }

  /** Whether what makes the deadline is agreed to without asking, though it costs more. */
  boolean coversInTime(Bag.CounterOffer offer) {
    return yes && acceptDearer && offer.inTime() != null;
  }

  /** Whether a quote is agreed to without asking. */
  boolean covers(Bag bag, Bag.CounterOffer offer) {
    return yes && bag.isWithinBudget(offer) && (acceptLater || bag.isInTime(offer));
  }
}
