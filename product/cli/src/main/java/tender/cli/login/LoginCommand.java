package tender.cli.login;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.LoginClient;
import tender.cli.client.LoginClient.DeviceLogin;
import tender.cli.client.LoginClient.Result;
import tender.cli.client.ServerOption;
import tender.cli.output.OutputOption;
import tender.support.input.Printable;

/** Logs the user in at the market's identity provider. */
@Command(
    name = "login",
    sortOptions = false,
    description = {
      "Logs you in at the identity provider of the market.%n",
      "Prints an address and a code: open the address in the browser of any device, and enter the"
          + " code. The commands on this machine then use your login until it ends or you log out.%n",
      "A market without an identity provider gives you a token instead."
    })
public final class LoginCommand implements Runnable {
  private static final double MIN_INTERVAL_SECONDS = 0.2;

  /** The output. */
  record LoggedIn(String user, @Nullable Instant expires) {}

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    LoginClient client = server.loginClient();
    DeviceLogin login = client.start();
    explain(login);
    Result result = await(client, login);
    String user = Objects.requireNonNull(result.user());
    output.print(
        () -> new LoggedIn(user, result.expires()),
        page -> page.line("You have logged in as " + Printable.of(user) + "."));
  }

  /** For the person, apart from the output. */
  private void explain(DeviceLogin login) {
    PrintWriter err = server.err();
    err.println("Open in a browser: " + Printable.of(login.verificationUrl()));
    err.println("and enter the code: " + Printable.of(login.userCode()));
    if (login.completeUrl() != null) {
      err.println("Or open: " + Printable.of(login.completeUrl()));
    }
    err.flush();
  }

  /** The server refuses when it has taken too long. */
  private static Result await(LoginClient client, DeviceLogin login) {
    double seconds = login.intervalSeconds();
    while (true) {
      try {
        Thread.sleep((long) (Math.max(MIN_INTERVAL_SECONDS, seconds) * 1_000));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted.", e);
      }
      Result result = client.result(login);
      if (result.token() != null) {
        return result;
      }
      seconds = result.intervalSeconds();
    }
  }
}
