package tender.research.reproduce;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the experiments of the papers that Tender is built on and checks their claims. */
@Command(
    name = "reproduce",
    description = "Runs the experiment of a paper and checks which of its claims hold.",
    subcommands = {
      ReproduceAuctionCommand.class,
      ReproduceBudgetCommand.class,
      ReproduceCallsCommand.class,
      ReproduceDayCommand.class,
      ReproduceNodesCommand.class,
      ReproduceOffersCommand.class,
      ReproducePromisesCommand.class,
      ReproduceReschedulingCommand.class,
      ReproduceSharesCommand.class
    })
public final class ReproduceCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a paper, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
