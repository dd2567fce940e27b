package tender.cli.slurm;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tender.cli.client.ServerOption;
import tender.cli.slurm.queue.Job;
import tender.cli.slurm.queue.JobList;
import tender.cli.slurm.queue.JobRow;
import tender.cli.slurm.queue.JobRows;
import tender.cli.slurm.queue.QueueFormat;
import tender.cli.slurm.queue.TaskState;

/** Lists bags as jobs of Slurm. */
@Command(
    name = "squeue",
    sortOptions = false,
    description = {
      "Lists your bags that have not ended, as squeue of Slurm does.%n",
      "A row has the tasks of a job that are in the same state. PD: not placed, with the reason."
          + " R: at a provider, in its queue or running; the market learns of a task when it has"
          + " ended. The column COMMENT, %%k, has the id of the bag."
    })
public final class SqueueCommand implements Runnable {
  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;
  @Mixin private UserOptions user;

  @Option(
      names = {"-j", "--jobs", "--job"},
      paramLabel = "JOBS",
      description = "Only these: 1234, 1234_5, 1234_[5-9] or ids of bags, with commas.")
  private @Nullable String jobs;

  @Option(
      names = {"-t", "--states", "--state"},
      paramLabel = "STATES",
      description = {"Only tasks in these states, or all.", "Default: PENDING,RUNNING."})
  private @Nullable String states;

  @Option(
      names = {"-n", "--name"},
      paramLabel = "NAMES",
      description = "Only jobs with these names.")
  private @Nullable String names;

  @Option(
      names = {"-r", "--array"},
      description = "A row for each task.")
  private boolean each;

  @Option(
      names = {"-o", "--format"},
      paramLabel = "FORMAT",
      description = {
        "Columns such as %%.18i: i A F K j u P a q t T M l D C m V S e N r R k.",
        "Default: SQUEUE_FORMAT, or as squeue."
      })
  private @Nullable String format;

  @Option(
      names = {"-h", "--noheader"},
      description = "Without the line of titles.")
  private boolean noHeader;

  @Option(
      names = {"-p", "--partition"},
      hidden = true,
      paramLabel = "NAMES",
      description = "Ignored: bags have no partition.")
  @SuppressWarnings("UnusedVariable")
  private @Nullable String partition;

  @Option(names = "--help", usageHelp = true, description = "Show this help message and exit.")
  @SuppressWarnings("UnusedVariable")
  private boolean help;

  @Override
  public void run() {
    user.requireOwn(spec.commandLine());
    QueueFormat columns =
        new QueueFormat(
            Optional.ofNullable(format)
                .or(() -> Optional.ofNullable(System.getenv("SQUEUE_FORMAT")))
                .orElse(QueueFormat.DEFAULT));
    Predicate<TaskState> wanted = wantedStates();
    JobList list = JobList.of(server);
    List<JobRow> rows = rows(list, wanted);
    PrintWriter out = spec.commandLine().getOut();
    if (!noHeader) {
      out.println(columns.header());
    }
    rows.forEach(row -> out.println(columns.line(row)));
    out.flush();
  }

  private List<JobRow> rows(JobList list, Predicate<TaskState> wanted) {
    if (jobs != null) {
      return JobFilter.rows(list, jobs, wanted, each);
    }
    JobRows rows = new JobRows(list);
    List<JobRow> found = new ArrayList<>();
    boolean onlyActive = states == null;
    for (Job job :
        list.find(bag -> (!onlyActive || !bag.isEnded()) && JobFilter.hasName(bag, names))) {
      found.addAll(rows.of(job, Optional.empty(), wanted, each));
    }
    return found;
  }

  private Predicate<TaskState> wantedStates() {
    return states == null
        ? TaskState::isActive
        : JobFilter.states(spec.commandLine(), states, true);
  }
}
