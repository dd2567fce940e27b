package tender.cli.slurm.queue;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import tender.cli.slurm.job.SlurmTime;
import tender.support.input.Printable;

/**
 * A column of {@code squeue} and {@code sacct}.
 *
 * @param letter in a format of squeue; empty if it has none
 * @param sacctName its name and title in sacct
 * @param title in squeue
 * @param width its usual width in sacct
 */
record JobColumn(
    String letter, String sacctName, String title, int width, Function<JobRow, String> cell) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss", Locale.ROOT);

  private static final List<JobColumn> ALL =
      List.of(
          new JobColumn("i", "JobID", "JOBID", 12, JobRow::id),
          new JobColumn("A", "JobIDRaw", "JOBID", 12, row -> Long.toString(row.rawId())),
          new JobColumn(
              "F", "ArrayJobID", "ARRAY_JOB_ID", 12, row -> Long.toString(row.record().number())),
          new JobColumn("K", "ArrayTaskID", "ARRAY_TASK_ID", 12, JobRow::indexes),
          new JobColumn("j", "JobName", "NAME", 10, row -> Printable.of(row.bag().name())),
          new JobColumn("u", "User", "USER", 9, _ -> System.getProperty("user.name")),
          new JobColumn("P", "Partition", "PARTITION", 10, _ -> "tender"),
          new JobColumn("a", "Account", "ACCOUNT", 10, _ -> ""),
          new JobColumn("q", "QOS", "QOS", 10, _ -> ""),
          new JobColumn("t", "StateCompact", "ST", 10, row -> row.state().code()),
          new JobColumn("T", "State", "STATE", 10, row -> row.state().name()),
          new JobColumn("", "ExitCode", "EXIT_CODE", 8, JobRow::exitCode),
          new JobColumn("M", "Elapsed", "TIME", 10, row -> SlurmTime.format(elapsed(row))),
          new JobColumn(
              "", "ElapsedRaw", "TIME", 10, row -> Long.toString(elapsed(row).toSeconds())),
          new JobColumn("l", "Timelimit", "TIME_LIMIT", 10, row -> SlurmTime.format(limit(row))),
          new JobColumn("D", "NNodes", "NODES", 8, row -> Integer.toString(row.tasks())),
          new JobColumn("C", "AllocCPUS", "CPUS", 10, row -> processors(row)),
          new JobColumn("", "NCPUS", "CPUS", 10, row -> processors(row)),
          new JobColumn("", "ReqCPUS", "CPUS", 10, row -> processors(row)),
          new JobColumn("m", "ReqMem", "MIN_MEMORY", 10, row -> memory(row)),
          new JobColumn(
              "",
              "MaxRSS",
              "MAX_RSS",
              10,
              row -> row.peakMemoryBytes().map(JobColumn::kib).orElse("")),
          new JobColumn(
              "V", "Submit", "SUBMIT_TIME", 19, row -> time(Optional.of(row.bag().submitted()))),
          new JobColumn("S", "Start", "START_TIME", 19, row -> time(row.started())),
          new JobColumn("e", "End", "END_TIME", 19, row -> time(row.ended())),
          new JobColumn("N", "NodeList", "NODELIST", 15, row -> Printable.of(row.providers())),
          new JobColumn("r", "Reason", "REASON", 15, row -> row.reason().orElse("None")),
          new JobColumn("R", "ReasonList", "NODELIST(REASON)", 20, row -> providersOrReason(row)),
          new JobColumn("k", "Comment", "COMMENT", 14, row -> row.bag().id()));

  String of(JobRow row) {
    return cell.apply(row);
  }

  static JobColumn ofLetter(String letter) {
    return ALL.stream()
        .filter(column -> !column.letter.isEmpty() && column.letter.equals(letter))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The format has %%%s, which is no column here. Use one of %s."
                        .formatted(
                            Printable.of(letter),
                            String.join(
                                " ",
                                ALL.stream()
                                    .filter(column -> !column.letter.isEmpty())
                                    .map(column -> "%" + column.letter)
                                    .toList()))));
  }

  static JobColumn ofName(String name) {
    return ALL.stream()
        .filter(column -> column.sacctName.equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The format has %s, which is no column here. Use some of %s."
                        .formatted(Printable.of(name), String.join(",", names()))));
  }

  static List<String> names() {
    return ALL.stream().map(column -> column.sacctName).toList();
  }

  private static Duration elapsed(JobRow row) {
    Optional<Instant> started = row.started();
    Instant end =
        row.state().isActive()
            ? Instant.now()
            : row.ended().or(() -> started).orElse(Instant.now());
    return started
        .map(start -> Duration.between(start, end))
        .filter(time -> !time.isNegative())
        .map(time -> time.truncatedTo(ChronoUnit.SECONDS))
        .orElse(Duration.ZERO);
  }

  private static Duration limit(JobRow row) {
    return Duration.ofSeconds(row.record().runtimeSeconds());
  }

  private static String processors(JobRow row) {
    return Long.toString((long) row.record().processors() * row.tasks());
  }

  private static String memory(JobRow row) {
    return row.record().memoryMib() == 0 ? "0" : row.record().memoryMib() + "M";
  }

  private static String kib(long bytes) {
    return Math.ceilDiv(bytes, 1_024) + "K";
  }

  private static String time(Optional<Instant> time) {
    return time.map(instant -> TIME.format(instant.atZone(ZoneId.systemDefault())))
        .orElse("Unknown");
  }

  private static String providersOrReason(JobRow row) {
    return row.reason()
        .map(reason -> "(" + reason + ")")
        .orElseGet(() -> Printable.of(row.providers()));
  }
}
