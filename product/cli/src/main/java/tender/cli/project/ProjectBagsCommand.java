package tender.cli.project;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProjectResponse;
import tender.cli.client.response.ProjectResponse.Bag;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** Lists the bags of a project. */
@Command(
    name = "bags",
    sortOptions = false,
    description = {
      "Lists the newest bags of a project.%n",
      "You see your own, and those of other members if the project shows them."
    })
public final class ProjectBagsCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private ProjectArgument project;

  @Override
  public void run() {
    ProjectResponse.BagListing bags = server.projects().bags(project.id());
    output.print(
        () -> bags,
        page ->
            page.table(
                new Table<Bag>()
                    .text("BAG", bag -> Printable.of(bag.id()))
                    .text("NAME", bag -> Printable.of(bag.name()))
                    .text("USER", bag -> Printable.of(bag.user()))
                    .text("SUBMITTED", bag -> TimeFormat.local(bag.submitted())),
                bags.bags()));
  }
}
