package tender.cli.help;

import java.util.List;

/**
 * Commands that the help of the root command lists together.
 *
 * @param commands in the order of typical use
 */
record CommandGroup(String title, List<String> commands) {
  static final List<CommandGroup> ALL =
      List.of(
          of("Getting started", "demo completion"),
          of(
              "For users",
              "quote submit run status watch explain stats logs results retry cancel delete notify account project login logout token providers auction dashboard"),
          of("For users of Slurm", "sbatch squeue scancel sacct"),
          of("For the owner of a cluster", "agent"),
          of("For the operator of a market", "server operator audit cell"),
          of("Without a market", "compose offer sim reproduce fault-test"));

  private static CommandGroup of(String title, String commands) {
    return new CommandGroup(title, List.of(commands.split(" ")));
  }
}
