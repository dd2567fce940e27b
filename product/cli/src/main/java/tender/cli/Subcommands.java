package tender.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The subcommands of a program, by name. To describe a command, picocli reads its annotations,
 * which for all commands takes longer than anything else that a short run does; so a run describes
 * only the command that its arguments name.
 */
public final class Subcommands {
  private static final List<String> VERSION_OPTIONS = List.of("--version", "-V");

  private record Subcommand(Supplier<Object> create, boolean readsOthers) {}

  private final SequencedMap<String, Subcommand> byName = new LinkedHashMap<>();

  /**
   * Adds a command.
   *
   * @param create makes the annotated object, or a {@link CommandLine}, with this name
   */
  public Subcommands add(String name, Supplier<Object> create) {
    byName.put(name, new Subcommand(create, false));
    return this;
  }

  /** Adds a command that reads the descriptions of all others. */
  public Subcommands addReadingOthers(String name, Supplier<Object> create) {
    byName.put(name, new Subcommand(create, true));
    return this;
  }

  /** All commands: for help, completion and the message about an unknown command. */
  public Object[] all() {
    return byName.values().stream().map(command -> command.create().get()).toArray();
  }

  /** The commands that a run with these arguments needs. */
  Object[] neededFor(String... args) {
    if (args.length == 0) {
      return all();
    }
    if (VERSION_OPTIONS.contains(args[0])) {
      return new Object[0];
    }
    Subcommand named = byName.get(args[0]);
    return named == null || named.readsOthers() ? all() : new Object[] {named.create().get()};
  }
}
