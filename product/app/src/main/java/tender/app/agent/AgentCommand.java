package tender.app.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.agent.Agent;
import tender.agent.AgentCheck;
import tender.agent.AgentConfig;
import tender.support.config.YamlConfigReader;

/** Connects a cluster to a market. */
@Command(
    name = "agent",
    description = "Connects a cluster to a market, on its owner's terms.",
    subcommands = {
      InitCommand.class,
      DoctorCommand.class,
      AgentCommand.CheckCluster.class,
      AgentCommand.Enrol.class,
      AgentCommand.Run.class,
      HelperCommand.class,
      OwnerCommands.Page.class,
      OwnerCommands.Pause.class,
      OwnerCommands.Resume.class,
      OwnerCommands.SetCapacity.class,
      OwnerCommands.Cancel.class
    })
public final class AgentCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** What all commands about an agent share: its configuration, and the output. */
  abstract static class ConfiguredCommand implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "FILE",
        description = "The agent's configuration, in YAML.")
    Path file;

    @Spec private CommandSpec spec;

    AgentConfig config() throws IOException {
      return YamlConfigReader.read(file, AgentConfig.class);
    }

    void print(String line) {
      spec.commandLine().getOut().println(line);
    }
  }

  /** Checks the cluster and starts nothing. */
  @Command(
      name = "check",
      description = "Shows what the agent finds on the cluster and would do there. Starts nothing.")
  static final class CheckCluster extends ConfiguredCommand {
    @Override
    public Integer call() throws IOException {
      AgentCheck.of(config()).forEach(this::print);
      return 0;
    }
  }

  /** Enrols the cluster as a provider. */
  @Command(
      name = "enrol",
      description = "Enrols the cluster as a provider of a market, with a token from its operator.")
  static final class Enrol extends ConfiguredCommand {
    @Parameters(
        index = "1",
        paramLabel = "TOKEN",
        description = "The enrolment token from the operator.")
    private String token;

    @Override
    public Integer call() throws IOException {
      print("Enrolled as " + Agent.enrol(config(), token) + ". Next: tender agent run " + file);
      return 0;
    }
  }

  /** Runs the agent. */
  @Command(name = "run", description = "Runs the agent until it is stopped. Tasks keep running.")
  static final class Run extends ConfiguredCommand {
    @Override
    public Integer call() throws IOException, InterruptedException {
      Agent agent = Agent.start(config());
      // The shutdown hook closes it: the JVM exits when its hooks have finished.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> close(agent)));
      new CountDownLatch(1).await();
      return 0;
    }

    private static void close(Agent agent) {
      try {
        agent.close();
      } catch (IOException e) {
        throw new UncheckedIOException("Stopping the agent failed.", e);
      }
    }
  }
}
