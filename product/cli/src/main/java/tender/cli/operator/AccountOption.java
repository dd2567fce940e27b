package tender.cli.operator;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.client.OperatorClient.Account;

/** The options that name a user or a provider. */
final class AccountOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--user", paramLabel = "USER", description = "A user.")
  private @Nullable String user;

  @Option(names = "--provider", paramLabel = "PROVIDER", description = "A provider.")
  private @Nullable String provider;

  Account account() {
    if (user != null && provider == null) {
      return new Account("user", user);
    }
    if (provider != null && user == null) {
      return new Account("provider", provider);
    }
    throw new ParameterException(
        spec.commandLine(), "exactly one of --user and --provider is required");
  }
}
