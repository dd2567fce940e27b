package tender.cli.project;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ProjectClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProjectResponse;
import tender.cli.output.OutputOption;

/** Changes the settings of a project. */
@Command(
    name = "change",
    sortOptions = false,
    description = {
      "Changes the settings of a project; those that are not given stay.%n",
      "With --ends a project can be ended or extended. For operators."
    })
public final class ChangeProjectCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private ProjectArgument project;
  @Mixin private ProjectSettingsOptions settings;

  @Override
  public void run() {
    ProjectClient projects = server.projects();
    ProjectResponse before = projects.find(project.id());
    ProjectResponse view = projects.change(project.id(), settings.changed(before.project()));
    output.print(() -> view, page -> ProjectReport.print(page, view));
  }
}
