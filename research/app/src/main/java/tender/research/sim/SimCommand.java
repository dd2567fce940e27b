package tender.research.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.cli.output.OutputFolder;
import tender.cli.output.OutputOption;
import tender.cli.output.ProgressBar;
import tender.core.model.Cluster;
import tender.core.plan.PlanViolation;
import tender.research.experiment.ExperimentLauncher;
import tender.research.experiment.ExperimentOptions;
import tender.simulator.cluster.ClusterSchedule;
import tender.simulator.cluster.ClusterSimulation;
import tender.simulator.cluster.ScheduleMeasures;
import tender.simulator.cluster.ScheduleVerifier;
import tender.workload.trace.CleanTrace;
import tender.workload.trace.TraceCleaner;

/** Simulates a scheduler on a log, or runs an experiment. */
@Command(
    name = "sim",
    sortOptions = false,
    description = {
      "Simulates one machine that runs the jobs of a log: give --trace, --processors and"
          + " --planner.",
      "With EXPERIMENT: runs an experiment, a market under several policies and seeds."
    })
public final class SimCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "EXPERIMENT",
      description = "The YAML file of an experiment; - reads standard input.")
  private @Nullable String experiment;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "The log, in Standard Workload Format, plain or gzipped.")
  private Path trace = Path.of("");

  @Option(
      names = "--processors",
      paramLabel = "N",
      description = "The machine's number of processors; wider jobs are skipped.")
  private int processors;

  @Option(
      names = "--planner",
      paramLabel = "NAME",
      converter = SchedulerName.Converter.class,
      completionCandidates = SchedulerName.Names.class,
      description = {
        "The scheduler: ${COMPLETION-CANDIDATES}.",
        "Logs have no deadlines, so edf orders jobs by arrival and plans again after each event."
      })
  private SchedulerName planner = SchedulerName.named("easy");

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The output folder; created if needed.")
  private Path out = Path.of("");

  @Mixin private ExperimentOptions experimentOptions;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    if (experiment != null) {
      forbid("--trace", "--processors", "--planner");
      ExperimentLauncher.run(experiment, experimentOptions, out, output);
      return;
    }
    forbid("--traces", "--seeds", "--threads");
    require("--trace", "--processors", "--planner");
    runOneMachine();
  }

  /** Rejects options of the other form of the command. */
  private void forbid(String... options) {
    for (String option : options) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw usageError(
            option
                + (experiment == null
                    ? " is only for an experiment. Give its YAML file"
                    : " is only for a single machine. Leave it out, or leave out " + experiment));
      }
    }
  }

  private void require(String... options) {
    List<String> missing =
        Arrays.stream(options)
            .filter(option -> !spec.commandLine().getParseResult().hasMatchedOption(option))
            .toList();
    if (!missing.isEmpty()) {
      throw usageError(
          "Missing " + String.join(", ", missing) + "; or give the YAML file of an experiment");
    }
  }

  private void runOneMachine() {
    if (processors < 1) {
      throw usageError("--processors is " + processors + ", but must be at least 1");
    }
    PhaseTimer phases = new PhaseTimer();
    CleanTrace cleaned = read();
    phases.end("read");
    if (cleaned.jobs().isEmpty()) {
      throw usageError(emptyTrace(cleaned));
    }
    ClusterSchedule schedule = simulate(cleaned);
    phases.end(SimResult.SIMULATE);
    verify(schedule);
    ScheduleMeasures measures = ScheduleMeasures.of(schedule);
    phases.end("verify");
    Path file = write(schedule);
    phases.end("write");
    SimResult result = new SimResult(planner.name(), processors, cleaned, measures, phases, file);
    output.print(() -> SimAnswer.of(result), page -> new SimReport(result).print(page));
  }

  private CleanTrace read() {
    if (Files.isDirectory(trace)) {
      throw usageError("The trace " + trace + " is a folder. Give the file in it");
    }
    if (!Files.exists(trace)) {
      throw usageError("Trace " + trace + " not found. Check the name");
    }
    try {
      return TraceCleaner.forMachine(processors).clean(trace);
    } catch (AccessDeniedException e) {
      throw usageError(
          "Permission denied: " + trace + ". Ask its owner, or change its permissions");
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + trace + " failed: " + e.getMessage(), e);
    }
  }

  private ClusterSchedule simulate(CleanTrace cleaned) {
    int jobs = cleaned.jobs().size();
    try (ProgressBar progress = ProgressBar.on(spec.commandLine(), "jobs")) {
      return ClusterSimulation.run(
          cleaned.jobs(),
          Cluster.of(processors),
          planner.scheduler(),
          done -> progress.update(done, jobs));
    }
  }

  private void verify(ClusterSchedule schedule) {
    List<PlanViolation> violations = ScheduleVerifier.verify(schedule);
    if (!violations.isEmpty()) {
      throw new IllegalStateException(
          ("This is a bug in tender: the schedule of %s has %s faults, and the first is"
                  + " %s.\nNothing was written. Please report it with the trace.")
              .formatted(planner.name(), violations.size(), violations.getFirst()));
    }
  }

  private Path write(ClusterSchedule schedule) {
    try {
      return ScheduleFile.write(trace, schedule, planner.name(), out);
    } catch (IOException e) {
      throw OutputFolder.notWritable(out, e);
    }
  }

  private String emptyTrace(CleanTrace cleaned) {
    return ("The trace %s has no job for %s processors: of %s rows %s were skipped, and %s lines"
            + " could not be read. Check that it is a log in Standard Workload Format")
        .formatted(
            trace,
            processors,
            cleaned.report().rows(),
            cleaned.report().skipped(),
            cleaned.findings().badLines());
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
