package tender.app;

import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tender.app.agent.AgentCommand;
import tender.app.cell.CellCommand;
import tender.app.demo.DemoCommand;
import tender.app.server.ServerCommand;
import tender.cli.Subcommands;

/**
 * The commands whose libraries are in other Debian packages than the client. Without its libraries
 * a command cannot even be described, so a command that names the package takes its place.
 */
final class PackagedCommands {
  private static final String SERVICES = "tender-services";
  private static final String DEMO = "tender-demo";

  private final Predicate<String> hasClass;

  /**
   * The commands for a class path.
   *
   * @param hasClass whether a class is on it
   */
  PackagedCommands(Predicate<String> hasClass) {
    this.hasClass = hasClass;
  }

  /** The commands for the class path of this program. */
  static PackagedCommands installed() {
    ClassLoader loader = PackagedCommands.class.getClassLoader();
    return new PackagedCommands(
        name -> loader.getResource(name.replace('.', '/') + ".class") != null);
  }

  /** Adds all commands, installed or not. */
  Subcommands addTo(Subcommands commands) {
    add(commands, "server", "tender.server.Server", SERVICES, ServerCommand::new);
    add(commands, "agent", "tender.agent.Agent", SERVICES, AgentCommand::new);
    add(commands, "cell", "tender.cell.CellAgent", SERVICES, CellCommand::new);
    add(commands, "demo", "tender.testbed.Testbed", DEMO, DemoCommand::new);
    return commands;
  }

  private void add(
      Subcommands commands,
      String name,
      String neededClass,
      String debianPackage,
      Supplier<Object> installed) {
    commands.add(
        name, () -> hasClass.test(neededClass) ? installed.get() : missing(name, debianPackage));
  }

  private static CommandLine missing(String name, String debianPackage) {
    Callable<Integer> refusal =
        () -> {
          throw new IllegalStateException(
              "The command '%s' is not installed. Install its package, as root: apt install %s"
                  .formatted(name, debianPackage));
        };
    CommandSpec spec = CommandSpec.wrapWithoutInspection(refusal).name(name);
    spec.usageMessage().description("Not installed; it is in the package " + debianPackage + ".");
    return new CommandLine(spec).setUnmatchedArgumentsAllowed(true);
  }
}
