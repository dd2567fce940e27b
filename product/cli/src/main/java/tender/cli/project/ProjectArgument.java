package tender.cli.project;

import picocli.CommandLine.Parameters;

/** The project of a command. */
final class ProjectArgument {
  @Parameters(index = "0", paramLabel = "PROJECT", description = "The id of the project.")
  private String id = "";

  String id() {
    return id;
  }
}
