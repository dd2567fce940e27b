package tender.workload.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.workload.swf.SwfReader;
import tender.workload.swf.SwfRow;

/**
 * Turns the rows of a log into jobs. The rules, in their order:
 *
 * <ol>
 *   <li>A job's processors are those requested; if unknown, those allocated.
 *   <li>Its estimate is the time requested; if unknown, the run time.
 *   <li>Its run time is cut at the estimate, where a batch system would kill it.
 *   <li>Its number is that of the row; if unknown, the line's.
 *   <li>A row that is no job by then is skipped, for a {@link SkipReason}. Jobs that failed or were
 *       cancelled count as long as they ran: they held their processors.
 *   <li>Jobs are put in order of submission; those submitted together stay in the order of the log.
 * </ol>
 *
 * <p>Nothing is guessed beyond that: flurries and other oddities are for whoever made the log's
 * cleaned version (Feitelson, Tsafrir and Krakov, "Experience with Using the Parallel Workloads
 * Archive", 2014).
 */
public final class TraceCleaner {
  /** A century: a submission, an estimate and a deadline's slack still add up within core's. */
  public static final long LONGEST_SECONDS = 100L * 365 * 24 * 60 * 60;

  private final int machineProcessors;

  private TraceCleaner(int machineProcessors) {
    this.machineProcessors = machineProcessors;
  }

  /** Skips what needs more processors than the machine has. */
  public static TraceCleaner forMachine(int processors) {
    if (processors < 1) {
      throw new IllegalArgumentException(
          "The machine has " + processors + " processors, and needs at least 1.");
    }
    return new TraceCleaner(processors);
  }

  /** Keeps jobs however wide they are. */
  public static TraceCleaner forAnyMachine() {
    return new TraceCleaner(Integer.MAX_VALUE);
  }

  public CleanTrace clean(Path file) throws IOException {
    try (SwfReader reader = SwfReader.open(file)) {
      return clean(reader);
    }
  }

  /** All that the reader has left; the reader stays open. */
  public CleanTrace clean(SwfReader reader) throws IOException {
    var run = new Run(machineProcessors);
    reader.forEachRow(run::add);
    return new CleanTrace(reader.header(), reader.findings(), run.report(), run.sortedJobs());
  }

  /** The jobs so far, and the counts. */
  private static final class Run {
    private final int machineProcessors;
    private final List<TraceJob> jobs = new ArrayList<>();
    private final JobNumberSet numbers = new JobNumberSet();
    private final Map<SkipReason, Integer> skipped = new EnumMap<>(SkipReason.class);
    private int rows;
    private int processorsFromAllocation;
    private int estimatesFromRunTime;
    private int cutAtEstimate;
    private int outOfOrder;
    private long latestSeconds = Long.MIN_VALUE;

    Run(int machineProcessors) {
      this.machineProcessors = machineProcessors;
    }

    void add(SwfRow row) {
      rows++;
      Optional<SkipReason> reason = reasonToSkip(row);
      if (reason.isPresent()) {
        skipped.merge(reason.get(), 1, Integer::sum);
        return;
      }
      processorsFromAllocation += row.requestedProcessors() > 0 ? 0 : 1;
      estimatesFromRunTime += row.requestedSeconds() > 0 ? 0 : 1;
      cutAtEstimate += row.runSeconds() > estimateSeconds(row) ? 1 : 0;
      outOfOrder += row.submitSeconds() < latestSeconds ? 1 : 0;
      latestSeconds = Math.max(latestSeconds, row.submitSeconds());
      jobs.add(
          new TraceJob(
              number(row),
              row.submitSeconds(),
              Math.min(row.runSeconds(), estimateSeconds(row)),
              processors(row),
              estimateSeconds(row)));
    }

    CleaningReport report() {
      return new CleaningReport(
          rows, skipped, processorsFromAllocation, estimatesFromRunTime, cutAtEstimate, outOfOrder);
    }

    List<TraceJob> sortedJobs() {
      // A stable sort, so that what was submitted together keeps its order.
      jobs.sort(Comparator.comparingLong(TraceJob::submitSeconds));
      return jobs;
    }

    private Optional<SkipReason> reasonToSkip(SwfRow row) {
      if (row.status() >= 2 && row.status() <= 4) {
        return Optional.of(SkipReason.PARTIAL_EXECUTION);
      }
      if (row.submitSeconds() < 0) {
        return Optional.of(SkipReason.NO_SUBMISSION);
      }
      if (processors(row) <= 0) {
        return Optional.of(SkipReason.NO_PROCESSORS);
      }
      if (row.runSeconds() <= 0) {
        return Optional.of(SkipReason.NO_RUN_TIME);
      }
      if (processors(row) > machineProcessors) {
        return Optional.of(SkipReason.WIDER_THAN_MACHINE);
      }
      if (Math.max(row.submitSeconds(), estimateSeconds(row)) > LONGEST_SECONDS) {
        return Optional.of(SkipReason.BEYOND_TIME_LIMIT);
      }
      return numbers.add(number(row)) ? Optional.empty() : Optional.of(SkipReason.REPEATED_NUMBER);
    }

    private static long number(SwfRow row) {
      return row.number() >= 0 ? row.number() : row.line();
    }

    private static int processors(SwfRow row) {
      return row.requestedProcessors() > 0 ? row.requestedProcessors() : row.allocatedProcessors();
    }

    private static long estimateSeconds(SwfRow row) {
      return row.requestedSeconds() > 0 ? row.requestedSeconds() : row.runSeconds();
    }
  }
}
