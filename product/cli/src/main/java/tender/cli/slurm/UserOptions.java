package tender.cli.slurm;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that select the jobs of a user, who is always the one who runs the command. */
final class UserOptions {
  @Option(
      names = {"-u", "--user"},
      paramLabel = "USER",
      description = "Your own name: others' jobs are not shown to you.")
  private @Nullable String user;

  @Option(names = "--me", description = "Your jobs, which are all that are shown to you.")
  private boolean me;

  boolean isGiven() {
    return user != null || me;
  }

  /** Rejects another user's name. */
  void requireOwn(CommandLine command) {
    String own = System.getProperty("user.name");
    if (user != null && !Arrays.asList(user.split(",")).contains(own)) {
      throw new ParameterException(
          command,
          "--user is '%s', but you are %s here, and the market shows only your own jobs. Give --me"
              .formatted(user, own));
    }
  }
}
