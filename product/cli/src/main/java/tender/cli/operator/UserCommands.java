package tender.cli.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.client.ServerOption;
import tender.cli.client.response.OperatorResponses;
import tender.cli.client.response.OperatorResponses.User;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.support.input.Printable;

/** Commands for the users of a market. */
final class UserCommands {
  private UserCommands() {}

  /** The roles of the REST interface. */
  enum Role {
    USER,
    OPERATOR,
    AUDITOR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Lists all users. */
  @Command(
      name = "users",
      sortOptions = false,
      description =
          "Lists all users of the market, with their roles, balances and numbers of bags.")
  static final class Users implements Runnable {
    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Override
    public void run() {
      OperatorResponses.Users users = server.operatorClient().users();
      output.print(
          () -> users,
          page ->
              page.table(
                  new Table<User>()
                      .text("USER", one -> Printable.of(one.user()))
                      .text("ROLE", User::role)
                      .text("ACCESS", one -> one.access() ? "yes" : "revoked")
                      .number("BALANCE", User::balance)
                      .number("BAGS", User::bags)
                      .text("LAST BAG", one -> ListText.local(one.lastBag()))
                      .text("ORGANISATIONS", one -> ListText.joined(one.organisations())),
                  users.users()));
    }
  }

  /** Adds a user. */
  @Command(
      name = "add-user",
      sortOptions = false,
      description = {
        "Adds a user and prints the user's token, once.%n",
        "A user who was revoked gets access again, and keeps the bags. To replace a lost token,"
            + " revoke the user first."
      })
  static final class AddUser implements Runnable {
    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Parameters(index = "0", paramLabel = "USER", description = "A name for the user.")
    private String user = "";

    @Option(
        names = "--role",
        paramLabel = "user|operator|auditor",
        description = "What the user may do in the market. Default: ${DEFAULT-VALUE}.")
    private Role role = Role.USER;

    @Option(
        names = "--organisation",
        paramLabel = "NAME",
        description = "An organisation to which the user belongs; repeat it for several.")
    private List<String> organisations = new ArrayList<>();

    @Override
    public void run() {
      OperatorResponses.AddedUser added =
          server.operatorClient().addUser(user, role.toString(), organisations);
      output.print(() -> added, page -> page.line(added.token()));
    }
  }

  /** Revokes a user. */
  @Command(
      name = "revoke-user",
      sortOptions = false,
      description = {
        "Revokes all tokens of a user, ends the logins, and refuses further ones.%n",
        "Open event streams end within 5 seconds. Running bags are not affected."
      })
  static final class RevokeUser implements Runnable {
    @Mixin private ServerOption server;

    @Parameters(index = "0", paramLabel = "USER", description = "The user's name.")
    private String user = "";

    @Override
    public void run() {
      server.operatorClient().revokeUser(user);
    }
  }

  /** Sets a role. */
  @Command(
      name = "set-role",
      sortOptions = false,
      description = {
        "Sets what a user may do in the market, from the user's next request on.%n",
        "An operator manages the market. An auditor looks at everything and changes nothing, also"
            + " no bags of their own. The market keeps an operator."
      })
  static final class SetRole implements Runnable {
    @Mixin private ServerOption server;

    @Parameters(index = "0", paramLabel = "USER", description = "The user's name.")
    private String user = "";

    @Parameters(index = "1", paramLabel = "ROLE", description = "One of ${COMPLETION-CANDIDATES}.")
    private Role role = Role.USER;

    @Override
    public void run() {
      server.operatorClient().setRole(user, role.toString());
    }
  }
}
