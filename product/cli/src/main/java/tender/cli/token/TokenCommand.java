package tender.cli.token;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands for the user's access tokens. */
@Command(
    name = "token",
    sortOptions = false,
    description = {
      "Creates, lists and revokes access tokens.%n",
      "Use one token for each program or machine: then one of them can be revoked without the"
          + " others, and a program gets only the rights that it needs."
    },
    subcommands = {CreateTokenCommand.class, ListTokensCommand.class, RevokeTokenCommand.class})
public final class TokenCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
