package tender.cli.project;

import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;
import tender.cli.client.response.ProjectResponse;
import tender.cli.output.OutputOption;

/** Makes a user a member. */
@Command(
    name = "add-member",
    sortOptions = false,
    description = {
      "Makes a user a member of a project, or changes the role of a member.%n",
      "For managers of the project and operators."
    })
public final class AddMemberCommand implements Runnable {
  /** What a member may do. */
  enum Role {
    MEMBER,
    MANAGER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;
  @Mixin private ProjectArgument project;

  @Parameters(index = "1", paramLabel = "USER", description = "The name of the user.")
  private String user = "";

  @Option(
      names = "--role",
      paramLabel = "member|manager",
      description = {
        "member: submits bags; manager: also adds and removes members and sets their limits.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Role role = Role.MEMBER;

  @Override
  public void run() {
    ProjectResponse view = server.projects().addMember(project.id(), user, role.toString());
    output.print(() -> view, page -> ProjectReport.print(page, view));
  }
}
