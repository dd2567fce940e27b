package tender.cli.project;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands for projects. */
@Command(
    name = "project",
    sortOptions = false,
    description = {
      "Shows and manages projects, whose members share a budget.%n",
      "Operators create projects and deposit credits; managers of a project add and remove its"
          + " members, and set what each may spend; members submit bags with --project."
    },
    subcommands = {
      ListProjectsCommand.class,
      ShowProjectCommand.class,
      ProjectUsageCommand.class,
      ProjectBagsCommand.class,
      AddMemberCommand.class,
      RemoveMemberCommand.class,
      SetLimitCommand.class,
      CreateProjectCommand.class,
      ChangeProjectCommand.class,
      DepositCommand.class
    })
public final class ProjectCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
