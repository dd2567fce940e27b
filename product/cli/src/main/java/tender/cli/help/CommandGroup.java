package tender.cli.help;

import java.util.List;

/**
 * Commands that the same people use, together in the list of all.
 *
 * @param commands in the order in which one comes to need them
 */
record CommandGroup(String title, List<String> commands) {
  static final List<CommandGroup> ALL =
      List.of(
          new CommandGroup("To look at it first", List.of("demo", "completion")),
          new CommandGroup(
              "For people with work to be done",
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
                  "market",
                  "dashboard")),
          new CommandGroup("For the owner of a cluster", List.of("agent")),
          new CommandGroup("For the operator of a market", List.of("server")),
          new CommandGroup(
              "For researchers, without a market",
              List.of("compose", "offer", "sim", "reproduce", "faults")));
}
