package tender.cli.project;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProjectResponse;
import tender.cli.client.response.ProjectResponse.Usage;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.support.input.Printable;

/** Shows what a project paid. */
@Command(
    name = "usage",
    sortOptions = false,
    description = {
      "Shows what a project paid, by day, member and provider.%n",
      "Members see their own usage, managers that of all. Days are those of UTC."
    })
public final class ProjectUsageCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private ProjectArgument project;

  @Option(
      names = "--from",
      paramLabel = "DAY",
      description = {"The first day, such as 2026-11-01.", "Default: 30 days before the end."})
  private @Nullable String from;

  @Option(
      names = "--until",
      paramLabel = "DAY",
      description = {"The day after the last one.", "Default: tomorrow."})
  private @Nullable String until;

  @Override
  public void run() {
    ProjectResponse.UsageListing usage =
        server
            .projects()
            .usage(project.id(), Optional.ofNullable(from), Optional.ofNullable(until));
    output.print(
        () -> usage,
        page ->
            page.table(
                new Table<Usage>()
                    .text("DAY", Usage::day)
                    .text("USER", row -> Printable.of(row.user()))
                    .text("PROVIDER", row -> Printable.of(row.provider()))
                    .number("CHARGED", Usage::charged)
                    .number("PENALTIES", Usage::penalties),
                usage.usage()));
  }
}
