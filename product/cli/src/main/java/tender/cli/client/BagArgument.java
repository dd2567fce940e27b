package tender.cli.client;

import picocli.CommandLine.Parameters;

/** The argument that names a bag; shared by all commands about one bag. */
public final class BagArgument {
  @Parameters(
      index = "0",
      paramLabel = "BAG",
      description = "The bag's id, as submit and status print it.")
  private String id;

  public String id() {
    return id;
  }
}
