package tender.app.agent;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.agent.isolation.HelperScript;

/** Prints a program that an administrator installs for an agent. */
@Command(
    name = "helper",
    description = {
      "Prints a program that the administrator installs, so that the agent needs few rights.",
      "launcher: runs tasks under the accounts of their users, with 'isolation: accounts'.",
      "reservations: makes reservations in Slurm, with 'slurm.reservation_helper'."
    })
final class HelperCommand implements Runnable {
  @Parameters(index = "0", paramLabel = "NAME", description = "launcher or reservations.")
  private String name;

  @Option(
      names = "--slurm-conf",
      paramLabel = "FILE",
      description = "For reservations: the cluster's slurm.conf, if it is not in /etc/slurm.")
  private @Nullable Path configuration;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().getOut().print(script().text(Optional.ofNullable(configuration)));
    spec.commandLine().getOut().flush();
  }

  private HelperScript script() {
    try {
      return HelperScript.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "The program '" + name + "' is unknown. Use launcher or reservations.", e);
    }
  }
}
