package tender.cli.project;

import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProjectResponse;
import tender.cli.output.OutputOption;

/** Sets what a member may spend. */
@Command(
    name = "set-limit",
    sortOptions = false,
    description = {
      "Sets the most that a member may spend of the budget.%n",
      "What is held for the member's bags counts, and what was charged for them. A limit below that"
          + " stops new bags only. For managers of the project and operators."
    })
public final class SetLimitCommand implements Runnable {
  private static final String NONE = "none";

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private ProjectArgument project;

  @Parameters(index = "1", paramLabel = "USER", description = "The name of the user.")
  private String user = "";

  @Parameters(
      index = "2",
      paramLabel = "CREDITS",
      description = "The limit, such as 100 or 2.5; none: without limit.")
  private String limit = "";

  @Override
  public void run() {
    ProjectResponse view =
        server
            .projects()
            .setLimit(
                project.id(), user, limit.equals(NONE) ? Optional.empty() : Optional.of(limit));
    output.print(() -> view, page -> ProjectReport.print(page, view));
  }
}
