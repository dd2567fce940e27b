package tender.cli.project;

import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProjectResponse;
import tender.cli.client.response.ProjectResponse.Project;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** Lists the user's projects. */
@Command(
    name = "list",
    sortOptions = false,
    description = "Lists the projects of which you are a member; for operators and auditors all.")
public final class ListProjectsCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    ProjectResponse.Listing projects = server.projects().list();
    output.print(
        () -> projects,
        page ->
            page.table(
                new Table<Project>()
                    .text("PROJECT", project -> Printable.of(project.id()))
                    .text("TITLE", project -> Printable.of(project.title()))
                    .number("BUDGET", Project::budget)
                    .number("AVAILABLE", Project::available)
                    .text(
                        "ENDS",
                        project ->
                            project.ends() == null ? "never" : TimeFormat.local(project.ends()))
                    .text("ROLE", project -> Objects.requireNonNullElse(project.role(), "–")),
                projects.projects()));
  }
}
