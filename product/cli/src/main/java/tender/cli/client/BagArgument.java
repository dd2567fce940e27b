package tender.cli.client;

import picocli.CommandLine.Parameters;

/** The argument that names a bag; the same for every command that is about one. */
public final class BagArgument {
  @Parameters(
      index = "0",
      paramLabel = "BAG",
      description = "The bag's id, as submit and status tell it.")
  private String id;

  public String id() {
    return id;
  }
}
