package tender.cli.project;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProjectResponse;
import tender.cli.output.OutputOption;

/** Shows a project. */
@Command(
    name = "show",
    sortOptions = false,
    description = {
      "Shows the budget of a project, its warnings and your share.%n",
      "Managers of the project, operators and auditors see all members."
    })
public final class ShowProjectCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private ProjectArgument project;

  @Override
  public void run() {
    ProjectResponse view = server.projects().find(project.id());
    output.print(() -> view, page -> ProjectReport.print(page, view));
  }
}
