package tender.app.demo;

import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.testbed.Testbed;

/** Runs a whole market on this machine, with a bag. */
@Command(
    name = "demo",
    description = {
      "Starts a whole market on this machine and runs a bag on it: PostgreSQL, a server, three"
          + " clusters with local users, and an agent for each. The clusters are real Slurm"
          + " clusters if Slurm is installed. Keeps everything running until Ctrl-C."
    })
public final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--tasks",
      defaultValue = "300",
      paramLabel = "N",
      description = "How many tasks the bag has. Default: ${DEFAULT-VALUE}.")
  private int tasks;

  @Option(
      names = "--deadline",
      defaultValue = "3m",
      paramLabel = "TIME",
      description = "The bag's deadline from now, such as 90s or 3m. Default: ${DEFAULT-VALUE}.")
  private String deadline = "3m";

  @Option(
      names = "--processors",
      defaultValue = "16,8,24",
      paramLabel = "P,P,P",
      description = "How many processors each cluster has. Default: ${DEFAULT-VALUE}.")
  private String processors = "16,8,24";

  @Option(names = "--exit", description = "Stop everything when the bag is done.")
  private boolean exit;

  @Option(
      names = "--no-slurm",
      description =
          "Use simulated clusters that run tasks as plain processes, even if Slurm is installed.")
  private boolean noSlurm;

  @Option(
      names = {"-y", "--yes"},
      description = "Install missing packages without asking.")
  private boolean yes;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (tasks < 1) {
      throw new ParameterException(
          spec.commandLine(), "--tasks is " + tasks + ", but must be at least 1");
    }
    if (!processors.matches("[1-9]\\d{0,3}(,[1-9]\\d{0,3}){0,7}")) {
      throw new ParameterException(
          spec.commandLine(),
          "--processors is '%s', but must be a number for each cluster, separated by commas, such as 16,8,24"
              .formatted(processors));
    }
    // Routine messages of servers and agents would hide the output of the demonstration.
    Logger quiet = Logger.getLogger("tender");
    quiet.setLevel(System.getenv("TENDER_DEBUG") == null ? Level.WARNING : Level.FINE);
    PrintWriter out = spec.commandLine().getOut();
    boolean slurm = installPackages(out);
    out.println(
        slurm
            ? "Clusters: real Slurm, " + processors + " processors."
            : "Clusters: simulated, with tasks as plain processes; Slurm is not used.");
    out.flush();
    Path folder = Testbed.newFolder("tender-demo");
    Testbed testbed = new Testbed(folder.resolve("testbed"));
    String summary;
    int code;
    try (DemoCleanup cleanup = new DemoCleanup(folder, testbed::down)) {
      Runtime.getRuntime().addShutdownHook(new Thread(cleanup::close));
      DemoMarket market = DemoMarket.start(testbed, folder, processors, slurm);
      cleanup.started(market);
      out.println("Dashboard: " + market.dashboardUrl());
      out.flush();
      DemoBag bag = new DemoBag(market, folder, out);
      code = bag.run(tasks, deadline);
      summary = bag.summaryLine();
      if (!exit) {
        out.println(summary);
        keepRunning(market, bag, out);
        cleanup.awaitStop();
      }
    }
    out.println(summary);
    return code;
  }

  private static void keepRunning(DemoMarket market, DemoBag bag, PrintWriter out)
      throws IOException {
    out.println("Everything keeps running; Ctrl-C stops it. To look around:");
    out.println("  export TENDER_SERVER=" + market.url() + " TENDER_TOKEN=" + market.token());
    out.println("  ./tender status; ./tender providers; ./tender explain " + bag.id());
    out.println("  in a browser: " + market.dashboardUrl());
    out.println("  as the owner of a cluster: " + market.ownerPageUrl());
    out.flush();
  }

  /** Installs missing packages if the user agrees; returns whether Slurm is available. */
  private boolean installPackages(PrintWriter out) throws IOException, InterruptedException {
    boolean missing = !DebianPackages.havePostgres() || (!noSlurm && !DebianPackages.haveSlurm());
    if (missing) {
      out.println("Slurm or PostgreSQL is not installed. This command installs them, as root:");
      out.println("  " + DebianPackages.INSTALL_LINE);
      out.flush();
      if (yes || confirms()) {
        DebianPackages.install();
      }
    }
    if (!DebianPackages.havePostgres()) {
      throw new IllegalStateException(
          "PostgreSQL is not installed, but the market needs it. Run the command above.");
    }
    return !noSlurm && DebianPackages.haveSlurm();
  }

  private static boolean confirms() {
    Console console = Objects.requireNonNull(System.console());
    if (!console.isTerminal()) {
      return false;
    }
    String answer = console.readLine("Run it now? [y/N] ");
    return answer != null && answer.strip().equalsIgnoreCase("y");
  }
}
