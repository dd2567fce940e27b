package tender.research.reproduce;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.output.OutputOption;
import tender.cli.output.ProgressBar;
import tender.experiments.nodes.NodesComparison;
import tender.experiments.nodes.NodesExperiment;
import tender.experiments.nodes.NodesLog;
import tender.experiments.run.TraceFolder;
import tender.research.experiment.LogFolder;
import tender.research.experiment.OptionChecks;
import tender.simulator.cluster.NodeSchedulers;

/** The experiment on planning with single nodes and their memory. */
@Command(
    name = "nodes",
    sortOptions = false,
    description = {
      "Measures what planning on single nodes costs and gains, on logs with requested memory:",
      "each scheduler with the processors of the whole machine only, on nodes, and on nodes with"
          + " memory."
    })
final class ReproduceNodesCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(
      names = "--traces",
      paramLabel = "DIR",
      description = {
        "The folder with workload logs, each NAME.swf.gz or NAME.swf.",
        "Default: the environment variable " + LogFolder.VARIABLE + "."
      })
  private @Nullable Path traces;

  @Option(
      names = "--log",
      paramLabel = "NAME",
      description = "Only this log: HPC2N-2002-2.2-cln or RICC-2010-2. Default: both.")
  private @Nullable String log;

  @Option(
      names = "--planner",
      paramLabel = "NAME",
      description =
          "Only this scheduler: easy, conservative or conservative-no-compression. Default: all.")
  private @Nullable String planner;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Only the first N jobs of each log. Default: all.")
  private int jobs = Integer.MAX_VALUE;

  @Option(
      names = "--repetitions",
      paramLabel = "N",
      description = "How often each run is timed. Default: ${DEFAULT-VALUE}.")
  private int repetitions = 3;

  @Mixin private OutputOption output;

  @Override
  public void run() {
    OptionChecks.requirePositive(spec, "--jobs", jobs);
    OptionChecks.requirePositive(spec, "--repetitions", repetitions);
    List<String> planners = planners();
    List<NodesLog.Jobs> inputs = LogFolder.read(traces, this::inputs, this::usageError);
    List<NodesComparison> comparisons = compare(inputs, planners);
    LocalDate date = LocalDate.now(ZoneOffset.UTC);
    output.print(
        () -> NodesAnswer.of(inputs, comparisons, repetitions, date),
        page -> new NodesReport(inputs, comparisons, repetitions, date).print(page));
  }

  private List<NodesLog.Jobs> inputs(TraceFolder folder) throws IOException {
    List<NodesLog.Jobs> inputs = new ArrayList<>();
    for (NodesLog each : NodesLog.ALL) {
      if (log == null || log.equals(each.trace())) {
        inputs.add(each.read(folder, jobs));
      }
    }
    if (inputs.isEmpty()) {
      throw usageError(
          "--log is "
              + log
              + ", but must be one of "
              + NodesLog.ALL.stream().map(NodesLog::trace).toList());
    }
    return inputs;
  }

  private List<String> planners() {
    List<String> planners =
        NodeSchedulers.all().keySet().stream()
            .filter(name -> planner == null || planner.equals(name))
            .toList();
    if (planners.isEmpty()) {
      throw usageError(
          "--planner is " + planner + ", but must be one of " + NodeSchedulers.all().keySet());
    }
    return planners;
  }

  private List<NodesComparison> compare(List<NodesLog.Jobs> inputs, List<String> planners) {
    int total =
        inputs.stream()
            .mapToInt(input -> NodesExperiment.simulatedJobs(input, planners.size(), repetitions))
            .reduce(0, Math::addExact);
    List<NodesComparison> comparisons = new ArrayList<>();
    try (ProgressBar progress = ProgressBar.on(spec.commandLine(), "simulated jobs")) {
      int before = 0;
      for (NodesLog.Jobs input : inputs) {
        int done = before;
        comparisons.addAll(
            NodesExperiment.run(
                input,
                planners,
                repetitions,
                simulated -> progress.update(done + simulated, total)));
        before += NodesExperiment.simulatedJobs(input, planners.size(), repetitions);
      }
    }
    return comparisons;
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
