package tender.cli.token;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.cli.client.ServerOption;
import tender.cli.output.OutputOption;

/** Creates an access token. */
@Command(
    name = "create",
    sortOptions = false,
    description = {
      "Creates an access token and prints it, once.%n",
      "It allows at most what your present token allows, and for no longer. Event streams and"
          + " requests of a revoked or expired token end within 5 seconds."
    })
public final class CreateTokenCommand implements Runnable {
  private static final int MAX_DAYS = 3_650;

  /** The scopes of the REST interface, from the smallest to the largest. */
  enum Scope {
    READ,
    SUBMIT,
    ADMIN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The output. */
  record Created(String name, String token) {}

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "Where the token is used, such as laptop: letters, digits, dots and hyphens.")
  private String name = "";

  @Option(
      names = "--scope",
      paramLabel = "read|submit|admin",
      description = {
        "read: look at bags, results and the account; submit: also submit, accept, cancel and"
            + " delete bags; admin: also create and revoke tokens.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Scope scope = Scope.SUBMIT;

  @Option(
      names = "--days",
      paramLabel = "N",
      description = "The token expires after N days. Default: it does not expire.")
  private @Nullable Integer days;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    String token = server.client().createToken(name, scope.toString(), expires());
    output.print(() -> new Created(name, token), page -> page.line(token));
  }

  private Optional<Instant> expires() {
    if (days == null) {
      return Optional.empty();
    }
    if (days < 1 || days > MAX_DAYS) {
      throw new ParameterException(
          spec.commandLine(), "--days is " + days + ", but must be from 1 to " + MAX_DAYS);
    }
    return Optional.of(Instant.now().plus(days, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS));
  }
}
