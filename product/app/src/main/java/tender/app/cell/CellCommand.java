package tender.app.cell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.cell.CellAgent;
import tender.cell.CellConfig;
import tender.support.config.YamlConfigReader;

/** Connects a market to another market. */
@Command(
    name = "cell",
    description = "Makes a market, the cell, a provider of another market.",
    subcommands = {CellCommand.Enrol.class, CellCommand.Run.class})
public final class CellCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** What both commands share. */
  abstract static class ConfiguredCommand implements Callable<Integer> {
    @Parameters(
        index = "0",
        paramLabel = "FILE",
        description = "The cell agent's configuration, in YAML.")
    Path file;

    @Spec CommandSpec spec;

    CellConfig config() throws IOException {
      return YamlConfigReader.read(file, CellConfig.class);
    }
  }

  /** Enrols the cell as a provider. */
  @Command(
      name = "enrol",
      description = "Enrols the cell as a provider of the other market, with a token from there.")
  static final class Enrol extends ConfiguredCommand {
    @Parameters(
        index = "1",
        paramLabel = "TOKEN",
        description = "The enrolment token from the other market's operator.")
    private String token;

    @Override
    public Integer call() throws IOException {
      spec.commandLine()
          .getOut()
          .println(
              "Enrolled as "
                  + CellAgent.enrol(config(), token)
                  + ". Next: tender cell run "
                  + file);
      return 0;
    }
  }

  /** Runs the cell agent. */
  @Command(
      name = "run",
      description = "Answers the other market's calls until it is stopped. Tasks keep running.")
  static final class Run extends ConfiguredCommand {
    @Override
    public Integer call() throws IOException, InterruptedException {
      CellAgent agent = CellAgent.start(config());
      Runtime.getRuntime().addShutdownHook(new Thread(agent::close));
      new CountDownLatch(1).await();
      return 0;
    }
  }
}
