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
 * Converts the rows of a trace to jobs, by these rules in this order:
 *
 * <ol>
 *   <li>A job's processors are those requested; if unknown, those allocated.
 *   <li>Its estimate is the time requested; if unknown, the run time.
 *   <li>Its run time is truncated to the estimate, at which a batch system would kill it.
 *   <li>Its memory is that requested for each processor, 0 if unknown. If fewer processors were
 *       allocated than requested, the memory is that of the allocated ones, spread over all
 *       requested ones: such jobs request the other processors for their share of the memory.
 *   <li>Its number is that of the row; if unknown, the line number.
 *   <li>A row that is not a valid job is skipped, with a {@link SkipReason}. Jobs that failed or
 *       were cancelled count for the time they ran, because they held their processors.
 *   <li>Jobs are sorted by submission; jobs with the same submission time stay in the order of the
 *       trace.
 * </ol>
 *
 * <p>Nothing else is corrected: flurries and other anomalies are already removed in the archive's
 * cleaned version of a trace (Feitelson, Tsafrir and Krakov, "Experience with Using the Parallel
 * Workloads Archive", 2014).
 */
public final class TraceCleaner {
  /**
   * A century: the sum of a submission, an estimate and a slack is still within the time limit of
   * core.
   */
  public static final long LONGEST_SECONDS = 100L * 365 * 24 * 60 * 60;

  private final int machineProcessors;

  private TraceCleaner(int machineProcessors) {
    this.machineProcessors = machineProcessors;
  }

  /** Skips jobs that need more processors than the machine has. */
  public static TraceCleaner forMachine(int processors) {
    if (processors < 1) {
      throw new IllegalArgumentException(
          "The machine has " + processors + " processors. It needs at least 1.");
    }
    return new TraceCleaner(processors);
  }

  /** Keeps jobs of any width. */
  public static TraceCleaner forAnyMachine() {
    return new TraceCleaner(Integer.MAX_VALUE);
  }

  public CleanTrace clean(Path file) throws IOException {
    try (SwfReader reader = SwfReader.open(file)) {
      return clean(reader);
    }
  }

  /** Cleans the remaining rows of the reader; the reader stays open. */
  public CleanTrace clean(SwfReader reader) throws IOException {
    var cleaning = new Cleaning(machineProcessors);
    reader.forEachRow(cleaning::add);
    return new CleanTrace(
        reader.header(), reader.findings(), cleaning.report(), cleaning.sortedJobs());
  }

  /** The jobs and counts of one cleaning. */
  private static final class Cleaning {
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

    Cleaning(int machineProcessors) {
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
              estimateSeconds(row),
              memoryKilobytes(row)));
    }

    CleaningReport report() {
      return new CleaningReport(
          rows, skipped, processorsFromAllocation, estimatesFromRunTime, cutAtEstimate, outOfOrder);
    }

    List<TraceJob> sortedJobs() {
      // The sort is stable, so jobs with the same submission time keep their order.
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

    private static long memoryKilobytes(SwfRow row) {
      if (row.requestedMemoryKilobytes() <= 0) {
        return 0;
      }
      int processors = processors(row);
      int allocated = row.allocatedProcessors() > 0 ? row.allocatedProcessors() : processors;
      // The product of two values of an untrusted row can exceed a long.
      return allocated >= processors
          ? row.requestedMemoryKilobytes()
          : (long) Math.ceil((double) row.requestedMemoryKilobytes() * allocated / processors);
    }

    private static long estimateSeconds(SwfRow row) {
      return row.requestedSeconds() > 0 ? row.requestedSeconds() : row.runSeconds();
    }
  }
}
