package tender.cli.submit;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.ZoneId;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tender.cli.client.BagArgument;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.inspect.BagOutcome;
import tender.cli.output.OutputOption;

/** Submits failed tasks again. */
@Command(
    name = "retry",
    sortOptions = false,
    description = {
      "Submits the failed and unfinished tasks of an ended bag again, as a new bag.%n",
      "The tasks keep their indexes, and the inputs are not uploaded again. The rest is as with"
          + " submit: a quote, your acceptance, a promise. Without --deadline, the tasks are"
          + " done as early as possible."
    },
    exitCodeList = {
      "0:promised; with --wait, all tasks ended with 0",
      "1:something failed",
      "3:not promised",
      "4:with --wait, tasks failed, or the bag was stopped because its first tasks all failed",
      "5:with --wait, the bag ended before all tasks did",
      "6:with --wait, outputs of tasks that exited with 0 are missing"
    })
public final class RetryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private BagArgument bag;
  @Mixin private ServerOption server;
  @Mixin private RequirementOptions requirements;
  @Mixin private AcceptOptions accept;
  @Mixin private OutputOption output;

  @Option(names = "--wait", description = "Show the new bag's progress until it has ended.")
  private boolean waits;

  @Override
  public Integer call() {
    accept.requireInteractiveTerminal(output);
    Clock clock = Clock.system(ZoneId.systemDefault());
    MarketClient.Requirements wanted =
        new MarketClient.Requirements(
            requirements.deadline(clock).orElse(null),
            requirements.budget().map(BigDecimal::toPlainString).orElse(null),
            accept.asksUser(),
            requirements.optimise(),
            requirements.project().orElse(null));
    MarketClient client = server.client();
    BagResponse submitted = client.retry(UUID.randomUUID().toString(), bag.id(), wanted);
    RequestWarnings.print(client, server.err(), submitted);
    BagResponse concluded =
        new Negotiation(client, output, server.err(), accept).conclude(submitted);
    return new BagOutcome(client, output, spec.commandLine()).finish(concluded, waits);
  }
}
