package tender.cli.notify;

import picocli.CommandLine.Parameters;

/** The argument that names a webhook or an address that the user has. */
final class ChannelArgument {
  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "The name of the webhook or the address.")
  private String name = "";

  String name() {
    return name;
  }
}
