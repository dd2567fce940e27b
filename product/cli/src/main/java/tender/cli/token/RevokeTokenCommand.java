package tender.cli.token;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;

/** Revokes an access token. */
@Command(
    name = "revoke",
    sortOptions = false,
    description = {
      "Revokes one of your access tokens.%n",
      "Event streams that were opened with it end within 5 seconds; bags are not affected. The"
          + " token that the operator created can be revoked by the operator only."
    })
public final class RevokeTokenCommand implements Runnable {
  @Mixin private ServerOption server;

  @Parameters(index = "0", paramLabel = "NAME", description = "The name of the token.")
  private String name = "";

  @Override
  public void run() {
    server.client().revokeToken(name);
  }
}
