package tender.cli.login;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.LoginClient;
import tender.cli.client.SavedLogin;
import tender.cli.client.ServerOption;
import tender.cli.output.OutputOption;
import tender.support.input.Printable;

/** Ends the user's login. */
@Command(
    name = "logout",
    sortOptions = false,
    description = {
      "Ends your login, at the server and on this machine.%n",
      "Bags that run are not affected. Tokens are revoked with tender token revoke."
    })
public final class LogoutCommand implements Runnable {
  /** The output. */
  record LoggedOut(String user) {}

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    LoginClient client = server.loginClient();
    SavedLogin login =
        client
            .saved()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "You have not logged in on this machine.\nLog in: tender login"));
    client.logout(login);
    output.print(
        () -> new LoggedOut(login.user()),
        page -> page.line("You have logged out, " + Printable.of(login.user()) + "."));
  }
}
