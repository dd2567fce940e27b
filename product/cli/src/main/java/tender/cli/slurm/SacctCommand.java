package tender.cli.slurm;

import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.client.ServerOption;
import tender.cli.slurm.job.SlurmTime;
import tender.cli.slurm.queue.AccountingFormat;
import tender.cli.slurm.queue.Job;
import tender.cli.slurm.queue.JobList;
import tender.cli.slurm.queue.JobRow;
import tender.cli.slurm.queue.JobRows;
import tender.cli.slurm.queue.TaskState;

/** Shows what became of the tasks of bags, as of jobs of Slurm. */
@Command(
    name = "sacct",
    sortOptions = false,
    description = {
      "Shows your bags and the states of their tasks, as sacct of Slurm does.%n",
      "Each task of a job has a row. Start, End, Elapsed, MaxRSS and NodeList need a request to the"
          + " server for each task that has ended. NodeList has providers, and Comment the id of the"
          + " bag."
    })
public final class SacctCommand implements Runnable {
  private static final int MAX_ROWS = 100_000;

  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;
  @Mixin private UserOptions user;

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "JOBS",
      description = "Only these: 1234, 1234_5, 1234_[5-9] or ids of bags, with commas.")
  private @Nullable String jobs;

  @Option(
      names = {"-s", "--state"},
      paramLabel = "STATES",
      description = "Only tasks in these states, such as FAILED,TO.")
  private @Nullable String states;

  @Option(
      names = {"-S", "--starttime"},
      paramLabel = "TIME",
      description = {"Only jobs that were submitted after this time.", "Default: today, 0:00."})
  private @Nullable String from;

  @Option(
      names = {"-E", "--endtime"},
      paramLabel = "TIME",
      description = "Only jobs that were submitted before this time.")
  private @Nullable String until;

  @Option(names = "--name", paramLabel = "NAMES", description = "Only jobs with these names.")
  private @Nullable String names;

  @Option(
      names = {"-o", "--format"},
      paramLabel = "COLUMNS",
      description = {
        "JobID, JobName, State, ExitCode, AllocCPUS, Elapsed, MaxRSS, ReqMem, Submit, Start, End, NodeList, User, Timelimit, Comment, each with a width such as %%20.",
        "Default: SACCT_FORMAT, or as sacct."
      })
  private @Nullable String format;

  @Option(
      names = {"-P", "--parsable2"},
      description = "Bars between the columns.")
  private boolean parsable2;

  @Option(
      names = {"-p", "--parsable"},
      description = "Bars between the columns and at the end.")
  private boolean parsable;

  @Option(
      names = {"-n", "--noheader"},
      description = "Without the lines of titles.")
  private boolean noHeader;

  @Option(
      names = {"-X", "--allocations"},
      description = "No effect: the tasks of bags have no steps.")
  @SuppressWarnings("UnusedVariable")
  private boolean allocations;

  @Override
  public void run() {
    user.requireOwn(spec.commandLine());
    AccountingFormat columns =
        new AccountingFormat(
            Optional.ofNullable(format)
                .or(() -> Optional.ofNullable(System.getenv("SACCT_FORMAT")))
                .orElse(AccountingFormat.DEFAULT),
            parsable2
                ? AccountingFormat.Style.PARSABLE2
                : parsable ? AccountingFormat.Style.PARSABLE : AccountingFormat.Style.TABLE);
    List<JobRow> rows = rows(JobList.of(server));
    PrintWriter out = spec.commandLine().getOut();
    if (!noHeader) {
      columns.header().forEach(out::println);
    }
    rows.forEach(row -> out.println(columns.line(row)));
    out.flush();
  }

  private List<JobRow> rows(JobList list) {
    Predicate<TaskState> wanted = wantedStates();
    if (jobs != null) {
      return JobFilter.rows(list, jobs, wanted, true);
    }
    JobRows rows = new JobRows(list);
    List<JobRow> found = new ArrayList<>();
    Clock clock = Clock.system(ZoneId.systemDefault());
    Instant first =
        from == null
            ? LocalDate.now(clock).atStartOfDay(clock.getZone()).toInstant()
            : time("--starttime", from, clock);
    Instant last = until == null ? Instant.MAX : time("--endtime", until, clock);
    for (Job job :
        list.find(
            bag ->
                JobFilter.hasName(bag, names)
                    && !bag.submitted().isBefore(first)
                    && bag.submitted().isBefore(last))) {
      found.addAll(rows.of(job, Optional.empty(), wanted, true));
      if (found.size() > MAX_ROWS) {
        throw new IllegalArgumentException(
            "There are more than %d tasks. Select some with --jobs, --state or --starttime."
                .formatted(MAX_ROWS));
      }
    }
    return found;
  }

  private Instant time(String option, String text, Clock clock) {
    try {
      return SlurmTime.instant(text, clock);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "%s is '%s', which %s".formatted(option, text, e.getMessage()), e);
    }
  }

  private Predicate<TaskState> wantedStates() {
    return states == null ? _ -> true : JobFilter.states(spec.commandLine(), states, false);
  }
}
