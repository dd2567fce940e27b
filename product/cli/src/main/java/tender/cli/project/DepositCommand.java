package tender.cli.project;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProjectResponse;
import tender.cli.output.OutputOption;

/** Deposits credits. */
@Command(
    name = "deposit",
    sortOptions = false,
    description = {
      "Deposits credits to the budget of a project; a negative amount withdraws.%n",
      "Only what is neither held nor spent can be withdrawn. For operators."
    })
public final class DepositCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private ProjectArgument project;

  @Parameters(index = "1", paramLabel = "CREDITS", description = "The amount, such as 100 or -2.5.")
  private String credits = "";

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "An idempotency key: a second deposit with the same key has no effect.")
  private @Nullable String key;

  @Override
  public void run() {
    ProjectResponse view =
        server.projects().deposit(project.id(), credits, Optional.ofNullable(key));
    output.print(() -> view, page -> ProjectReport.print(page, view));
  }
}
