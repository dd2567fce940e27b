package tender.cli.project;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProjectResponse;
import tender.cli.output.OutputOption;

/** Creates a project. */
@Command(
    name = "create",
    sortOptions = false,
    description = {
      "Creates a project with an empty budget.%n",
      "The id has lower-case letters, digits and hyphens. For operators."
    })
public final class CreateProjectCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private ProjectArgument project;
  @Mixin private ProjectSettingsOptions settings;

  @Option(
      names = "--manager",
      paramLabel = "USER",
      description = "The user who adds the members. Another can be added later.")
  private @Nullable String manager;

  @Override
  public void run() {
    ProjectResponse view =
        server
            .projects()
            .create(project.id(), settings.ofNew(project.id()), Optional.ofNullable(manager));
    output.print(() -> view, page -> ProjectReport.print(page, view));
  }
}
