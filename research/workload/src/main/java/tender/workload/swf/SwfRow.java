package tender.workload.swf;

/**
 * One row of a log, as it stands there: all 18 columns, in their order, and the line they are on.
 * Times are in seconds; what is unknown is −1.
 *
 * @param line counted from 1, comments included
 * @param submitSeconds from the log's start, {@link SwfHeader#unixStartTime}
 * @param averageCpuSeconds over all processors, so it may have a fraction
 * @param averageMemoryKilobytes for each processor, so it may have a fraction
 * @param requestedSeconds the user's estimate of the run time, if the site asked for one
 * @param status 1 completed, 0 failed, 5 cancelled; 2, 3 and 4 mark a part of a run whose whole has
 *     a row of its own
 * @param precedingNumber the job that had to end first
 * @param thinkSeconds from that end to this submission
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

  /** The same row with another wait. */
  public SwfRow withWaitSeconds(long otherWaitSeconds) {
    return new SwfRow(
        line,
        number,
        submitSeconds,
        otherWaitSeconds,
        runSeconds,
        allocatedProcessors,
        averageCpuSeconds,
        averageMemoryKilobytes,
        requestedProcessors,
        requestedSeconds,
        requestedMemoryKilobytes,
        status,
        user,
        group,
        executable,
        queue,
        partition,
        precedingNumber,
        thinkSeconds);
  }
}
