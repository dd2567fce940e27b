package tender.app.server;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.server.MarketAdministration;
import tender.server.model.Role;
import tender.server.model.UserId;

/** Gives a user a role by the database, for a market that has lost its operator. */
@Command(
    name = "set-role",
    sortOptions = false,
    description = {
      "Sets the role of a user by the database, for a market without an operator.%n",
      "A user who does not exist, or has no access, gets a token, which is printed once. Operators"
          + " with access use tender operator set-role, which needs no password of the database."
    })
final class SetRoleCommand extends OperatorCommand {
  @Parameters(index = "1", paramLabel = "USER", description = "The user's name.")
  private String user;

  @Parameters(index = "2", paramLabel = "ROLE", description = "user, operator or auditor.")
  private String role;

  @Option(
      names = "--new-token",
      description = "Replaces all tokens of the user with a new one, for an operator who lost it.")
  private boolean newToken;

  @Override
  public Integer call() throws IOException {
    Role next =
        Role.of(role)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "The role is '%s'; it must be one of %s."
                            .formatted(
                                role,
                                Arrays.stream(Role.values())
                                    .map(Role::text)
                                    .collect(Collectors.joining(", ")))));
    Optional<String> token =
        MarketAdministration.setRole(config(), new UserId(user), next, newToken);
    out().println(token.orElse("User '" + user + "' has the role " + next.text() + " now."));
    return 0;
  }
}
