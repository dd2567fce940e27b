package tender.cli.operator;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;
import tender.cli.client.response.OperatorResponses.UserQuotas;

/** Sets the quotas of one user. */
@Command(
    name = "set-quotas",
    sortOptions = false,
    description = {
      "Sets how much one user may use at the same time.%n",
      "It replaces all quotas that were set for the user before. Those that are left out are the"
          + " market's; without an option all are. Servers use them within 5 seconds."
    })
final class SetQuotasCommand implements Runnable {
  @Mixin private ServerOption server;

  @Parameters(index = "0", paramLabel = "USER", description = "The user's name.")
  private String user = "";

  @Option(
      names = "--open-bags",
      paramLabel = "COUNT",
      description = "How many bags of the user may be open.")
  private @Nullable Long openBags;

  @Option(
      names = "--open-tasks",
      paramLabel = "COUNT",
      description = "How many tasks the open bags of the user may have.")
  private @Nullable Long openTasks;

  @Option(
      names = "--stored-bytes",
      paramLabel = "BYTES",
      description = "How much the inputs and results of the user's bags may take.")
  private @Nullable Long storedBytes;

  @Option(
      names = "--requests-per-second",
      paramLabel = "COUNT",
      description = "How many requests of the user each server answers, for a longer time.")
  private @Nullable Long requestsPerSecond;

  @Option(
      names = "--event-streams",
      paramLabel = "COUNT",
      description = "How many event streams of the user each server keeps open.")
  private @Nullable Long eventStreams;

  @Override
  public void run() {
    server
        .operatorClient()
        .setQuotas(
            user,
            new UserQuotas(openBags, openTasks, storedBytes, requestsPerSecond, eventStreams));
  }
}
