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
          new CommandGroup("Getting started", List.of("demo", "completion")),
          new CommandGroup(
              "For users",
              List.of(
                  "quote",
                  "submit",
                  "status",
                  "watch",
                  "explain",
                  "logs",
                  "results",
                  "retry",
                  "cancel",
                  "account",
                  "providers",
                  "auction",
                  "dashboard")),
          new CommandGroup("For the owner of a cluster", List.of("agent")),
          new CommandGroup("For the operator of a market", List.of("server")),
          new CommandGroup(
              "Without a market", List.of("compose", "offer", "sim", "reproduce", "fault-test")));
}
