package tender.cli.remote;

import picocli.CommandLine.Parameters;

/** The argument that names a bag; the same for every command that is about one. */
final class BagArgument {
  @Parameters(
      index = "0",
      paramLabel = "BAG",
      description = "The bag's id, as submit and status tell it.")
  private String id;

  String id() {
    return id;
  }
}
