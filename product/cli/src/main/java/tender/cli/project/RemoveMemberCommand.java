package tender.cli.project;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;

/** Removes a member. */
@Command(
    name = "remove-member",
    sortOptions = false,
    description = {
      "Removes a member of a project.%n",
      "Bags that run are not affected: the project pays for them. A person of one of the project's"
          + " groups stays removed until added again. For managers of the project and operators."
    })
public final class RemoveMemberCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private ProjectArgument project;

  @Parameters(index = "1", paramLabel = "USER", description = "The name of the user.")
  private String user = "";

  @Override
  public void run() {
    server.projects().removeMember(project.id(), user);
  }
}
