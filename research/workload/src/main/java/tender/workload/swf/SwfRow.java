package tender.workload.swf;

/**
 * One row of a trace, unchanged: all 18 columns in file order, and their line number. Times are in
 * seconds; unknown values are −1.
 *
 * @param line counted from 1, comments included
 * @param submitSeconds from the start of the trace
 * @param averageCpuSeconds average over all processors, which may have a fraction
 * @param averageMemoryKilobytes average per processor, which may have a fraction
 * @param requestedSeconds the user's estimate of the run time, if the site asked for one
 * @param status 1 completed, 0 failed, 5 cancelled; 2, 3 and 4 mark a partial execution of a job
 *     that has its own row
 * @param precedingNumber the job that had to end before
 * @param thinkSeconds from the end of the preceding job to this submission
 */
public record SwfRow(
    long line,
    long number,
    long submitSeconds,
    long waitSeconds,
    long runSeconds,
    int allocatedProcessors,
    double averageCpuSeconds,
    double averageMemoryKilobytes,
    int requestedProcessors,
    long requestedSeconds,
    long requestedMemoryKilobytes,
    int status,
    int user,
    int group,
    int executable,
    int queue,
    int partition,
    long precedingNumber,
    long thinkSeconds) {
  public static final int UNKNOWN = -1;
}
