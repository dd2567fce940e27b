package tender.cli.submit;

import tender.cli.client.BagResponse;
import tender.cli.client.BagArgument;
import tender.cli.inspect.BagOutcome;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import java.time.Clock;
import java.time.ZoneId;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tender.cli.output.OutputOption;

/** Hands in again what failed. */
@Command(
    name = "retry",
    sortOptions = false,
    description = {
      "Hands in the tasks of an ended bag again that failed or were not done, as a new bag.%n",
      "They keep their numbers, and need no files again. The rest is as with submit: a quote, your"
          + " yes, a promise. Without --deadline it is done as early as can be."
    },
    exitCodeList = {
      "0:promised; with --wait, all tasks ended with 0",
      "1:not promised, or something failed",
      "N:with --wait, the largest exit code of the tasks"
    })
public final class RetryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private BagArgument bag;
  @Mixin private ServerOption server;
  @Mixin private RequirementOptions wish;
  @Mixin private AcceptOptions consent;
  @Mixin private OutputOption output;

  @Option(names = "--wait", description = "Show the new bag until it has ended.")
  private boolean waits;

  @Override
  public Integer call() {
    consent.requireInteractiveTerminal(output);
    Clock clock = Clock.system(ZoneId.systemDefault());
    MarketClient.Requirements wished =
        MarketClient.Requirements.of(wish.deadline(clock), wish.budget(), consent.asksUser(), wish.optimise());
    MarketClient market = server.client();
    BagResponse submitted = market.retry(UUID.randomUUID().toString(), bag.id(), wished);
    BagResponse concluded = new Negotiation(market, output, server.err(), consent).conclude(submitted);
    return new BagOutcome(market, output, spec.commandLine()).finish(concluded, waits);
  }
}
