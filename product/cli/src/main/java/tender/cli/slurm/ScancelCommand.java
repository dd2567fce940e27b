package tender.cli.slurm;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.slurm.queue.Job;
import tender.cli.slurm.queue.JobList;
import tender.cli.slurm.queue.JobSelector;
import tender.cli.slurm.queue.TaskState;

/** Cancels bags as jobs of Slurm. */
@Command(
    name = "scancel",
    sortOptions = false,
    description = {
      "Cancels jobs, as scancel of Slurm does.%n",
      "A job is a bag, and is cancelled as a whole, with all its tasks; results that have arrived"
          + " are kept."
    })
public final class ScancelCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;

  @Parameters(
      paramLabel = "JOB",
      arity = "0..*",
      description = "The number of a job, or the id of a bag.")
  private @Nullable List<String> jobs;

  @Mixin private UserOptions user;

  @Option(
      names = {"-n", "--name", "--jobname"},
      paramLabel = "NAME",
      description = "Cancel your jobs with this name; of the given jobs, only these.")
  private @Nullable String name;

  @Option(
      names = {"-t", "--state"},
      paramLabel = "STATE",
      description =
          "Cancel your jobs in this state: pending (without a promise) or running; of the given"
              + " jobs, only these.")
  private @Nullable String state;

  @Option(
      names = {"-s", "--signal"},
      hidden = true,
      paramLabel = "SIGNAL",
      description = "Refused: tasks on other clusters get no signals.")
  private @Nullable String signal;

  @Option(
      names = {"-Q", "--quiet"},
      description = "Do not report jobs that had already ended.")
  private boolean quiet;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print each job that is cancelled.")
  private boolean verbose;

  @Override
  public Integer call() {
    if (signal != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--signal=%s: tasks on other clusters get no signals. Leave it out to cancel the job, or submit with --signal=B:SIGNAL@SECONDS"
              .formatted(signal));
    }
    user.requireOwn(spec.commandLine());
    Optional<TaskState> wanted = Optional.ofNullable(state).map(this::wantedState);
    JobList list = JobList.of(server);
    Set<Job> selected = new LinkedHashSet<>();
    int exitCode = CommandLine.ExitCode.OK;
    for (JobSelector selector : selectors()) {
      Job job = list.get(selector);
      if (job.bag().isEnded()) {
        exitCode = CommandLine.ExitCode.SOFTWARE;
        if (!quiet) {
          server.warn("Job %s had already ended; nothing was cancelled.".formatted(selector));
        }
      } else if (isWanted(job.bag(), wanted)) {
        selected.add(job);
      }
    }
    if (selectors().isEmpty()) {
      requireFilter();
      selected.addAll(list.find(bag -> isWanted(bag, wanted)));
    }
    for (Job job : selected) {
      var _ = list.client().cancel(job.bag().id());
      if (verbose) {
        server.warn("Cancelled job %d, bag %s.".formatted(job.record().number(), job.bag().id()));
      }
    }
    return exitCode;
  }

  private void requireFilter() {
    if (!user.isGiven() && name == null && state == null) {
      throw new ParameterException(
          spec.commandLine(), "Give the jobs, or --me, --name or --state to select them");
    }
  }

  private boolean isWanted(BagResponse bag, Optional<TaskState> wanted) {
    if (bag.isEnded() || (name != null && !name.equals(bag.name()))) {
      return false;
    }
    TaskState actual = bag.promise() == null ? TaskState.PENDING : TaskState.RUNNING;
    return wanted.isEmpty() || wanted.get() == actual;
  }

  private TaskState wantedState(String text) {
    return TaskState.parse(text)
        .filter(TaskState::isActive)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "--state is '" + text + "', and must be pending or running"));
  }

  private List<JobSelector> selectors() {
    List<JobSelector> selectors = new ArrayList<>();
    if (jobs != null) {
      jobs.forEach(text -> selectors.addAll(JobSelector.parse(text)));
    }
    for (JobSelector selector : selectors) {
      if (selector.tasks().isPresent()) {
        throw new ParameterException(
            spec.commandLine(),
            "Single tasks of job %s cannot be cancelled: a bag is cancelled as a whole, with tender scancel %s"
                .formatted(selector, selector));
      }
    }
    return selectors;
  }
}
