package tender.app.agent;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.agent.doctor.AgentDoctor;
import tender.agent.doctor.installation.AgentInstallation;
import tender.app.doctor.FindingsReport;
import tender.app.init.ConfigFile;
import tender.app.init.ConfigTemplate;
import tender.app.init.Questions;
import tender.cli.output.OutputOption;
import tender.support.doctor.Doctor;
import tender.support.doctor.ShortCommand;

/** Writes the configuration of an agent, and checks it. */
@Command(
    name = "init",
    sortOptions = false,
    description = {
      "Writes a commented configuration of an agent, checks the installation, and prints the next"
          + " command.%n",
      "It asks for what no option says. Without a terminal it takes defaults, and fails if a value"
          + " without a default is missing."
    })
final class InitCommand extends AgentCommand.ConfiguredCommand {
  private static final String SERVICE = "tender-agent";
  private static final Path SERVICE_FOLDER = Path.of("/var/lib/tender-agent");

  @Option(
      names = "--provider",
      paramLabel = "NAME",
      description = "The name under which the market's operator added you.")
  private @Nullable String provider;

  @Option(
      names = "--server",
      paramLabel = "ADDRESS",
      description = "A server of the market, as host:port; repeat it for several.")
  private List<String> servers = new ArrayList<>();

  @Option(
      names = "--batch-system",
      paramLabel = "NAME",
      description =
          "slurm, gridengine, host or processes. Default: the one whose programs are installed.")
  private @Nullable String batchSystem;

  @Option(
      names = "--partition",
      paramLabel = "NAME",
      description = "The partition of Slurm for the agent's jobs. Default: Slurm's default.")
  private @Nullable String partition;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "The queue of Grid Engine for the agent's jobs. Default: all.q.")
  private @Nullable String queue;

  @Option(
      names = "--task-user",
      paramLabel = "NAME",
      description = "With host: the account under which tasks run. Default: that of the agent.")
  private @Nullable String taskUser;

  @Option(
      names = "--state-dir",
      paramLabel = "FOLDER",
      description = "A folder on a local disk for the agent's identity and journal.")
  private @Nullable String stateDir;

  @Option(
      names = "--work-dir",
      paramLabel = "FOLDER",
      description = "A folder in which tasks run, and that every node sees.")
  private @Nullable String workDir;

  @Option(names = "--force", description = "Replaces an existing file.")
  private boolean force;

  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    ConfigFile target = new ConfigFile(file, SERVICE);
    target.requireWritable(force);
    target.write(configuration(Questions.atTerminal()), force);
    output.printText(page -> page.line("Wrote " + file + "."));
    int code = new FindingsReport(doctor().examine(installation())).printProblems(output);
    String command = asAgent() + "tender agent ";
    output.printText(
        page ->
            page.line(
                "Next: "
                    + (code == 0
                        ? "with a token from the market's operator: %senrol %s TOKEN"
                            .formatted(command, file)
                        : "correct the faults, then: " + command + "doctor " + file)));
    return code;
  }

  /** Root can write the file for the service, but cannot try what the service's account may do. */
  private Doctor<AgentInstallation> doctor() {
    Doctor<AgentInstallation> checks = AgentDoctor.beforeEnrolment();
    return isForService() ? checks.without("isolation"::equals) : checks;
  }

  private AgentInstallation installation() {
    AgentInstallation here = AgentInstallation.here(file);
    return isForService() ? here.as(SERVICE) : here;
  }

  /** A host with an account for tasks runs as root itself. */
  private boolean isForService() {
    return System.getProperty("user.name").equals("root")
        && taskUser == null
        && ShortCommand.run(List.of("getent", "passwd", SERVICE))
            .filter(result -> result.exitCode() == 0)
            .isPresent();
  }

  private String asAgent() {
    return isForService()
        ? "setpriv --reuid=%s --regid=%s --init-groups ".formatted(SERVICE, SERVICE)
        : "";
  }

  private String configuration(Questions questions) {
    String name =
        questions.ask("Your name in the market", "--provider", provider, Optional.empty());
    String given = servers.isEmpty() ? null : String.join(" ", servers);
    String addresses =
        questions.ask("The market's servers, as host:port", "--server", given, Optional.empty());
    String chosen =
        questions.ask(
            "The batch system (slurm, gridengine, host or processes)",
            "--batch-system",
            batchSystem,
            Optional.of(detected()));
    Path home = isForService() ? SERVICE_FOLDER : Path.of("/var/lib/tender", name);
    ConfigTemplate template =
        ConfigTemplate.read("agent.yaml")
            .with("provider", name)
            .with("servers", List.of(addresses.split("[\\s,]+")))
            .with(
                "state_dir",
                questions.ask(
                    "A folder on a local disk for the agent's identity and journal",
                    "--state-dir",
                    stateDir,
                    Optional.of(home.resolve("state").toString())))
            .with(
                "work_dir",
                questions.ask(
                    "A folder in which tasks run, and that every node sees",
                    "--work-dir",
                    workDir,
                    Optional.of(home.resolve("work").toString())))
            .with("batch_system", chosen);
    return withBatchSystem(template, chosen, questions).text();
  }

  private ConfigTemplate withBatchSystem(
      ConfigTemplate template, String chosen, Questions questions) {
    return switch (chosen) {
      case "slurm" ->
          template.with(
              "slurm",
              "partition",
              questions.ask(
                  "The partition for the agent's jobs",
                  "--partition",
                  partition,
                  defaultPartition()));
      case "gridengine" ->
          template
              .without("slurm")
              .with(
                  "gridengine",
                  Map.of(
                      "queue",
                      questions.ask(
                          "The queue for the agent's jobs",
                          "--queue",
                          queue,
                          Optional.of("all.q"))));
      case "host" ->
          taskUser == null
              ? template.without("slurm")
              : template.without("slurm").with("host", Map.of("task_user", taskUser));
      case "processes" -> template.without("slurm");
      default ->
          throw new IllegalArgumentException(
              "The batch system is '%s'; it must be slurm, gridengine, host or processes."
                  .formatted(chosen));
    };
  }

  private static String detected() {
    if (isInstalled("sbatch")) {
      return "slurm";
    }
    return isInstalled("qsub") ? "gridengine" : "processes";
  }

  private static boolean isInstalled(String program) {
    return ShortCommand.run(List.of("which", program))
        .filter(result -> result.exitCode() == 0)
        .isPresent();
  }

  /** Slurm marks its default partition with an asterisk. */
  private static Optional<String> defaultPartition() {
    return ShortCommand.run(List.of("sinfo", "--noheader", "--format=%P")).stream()
        .flatMap(result -> result.output().lines())
        .filter(name -> name.endsWith("*"))
        .map(name -> name.substring(0, name.length() - 1))
        .findFirst();
  }
}
