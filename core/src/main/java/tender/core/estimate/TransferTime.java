package tender.core.estimate;

import tender.core.model.Time;

/**
 * How long a provider needs to transfer the data of a part: inputs before the first task starts,
 * results before the last one counts as done.
 *
 * @param stagingMillis of the inputs, all of which are there before any task starts
 * @param deliveryMillisPerTask of the results of one task
 */
public record TransferTime(long stagingMillis, double deliveryMillisPerTask) {
  /** A year: a bound, not a useful time; it prevents an overflow. */
  private static final long MAX_MILLIS = 365 * Time.DAY_MILLIS;

  /** Nothing to transfer. */
  public static final TransferTime NONE = new TransferTime(0, 0);

  public TransferTime {
    if (stagingMillis < 0
        || stagingMillis > MAX_MILLIS
        || !(deliveryMillisPerTask >= 0 && deliveryMillisPerTask <= MAX_MILLIS)) {
      throw new IllegalArgumentException(
          "A part needs "
              + stagingMillis
              + " ms for its inputs and "
              + deliveryMillisPerTask
              + " ms for the results of a task, out of range.");
    }
  }

  /** Of this much data at these rates. */
  public static TransferTime of(DataVolume volume, LinkRates rates) {
    return new TransferTime(
        bounded(millis(volume.inputBytes(), rates.fetchBytesPerSecond())),
        Math.min(MAX_MILLIS, millis(volume.outputBytesPerTask(), rates.sendBytesPerSecond())));
  }

  private static double millis(long bytes, long bytesPerSecond) {
    return (double) bytes * Time.SECOND_MILLIS / bytesPerSecond;
  }

  private static long bounded(double millis) {
    return (long) Math.min(MAX_MILLIS, Math.ceil(millis));
  }

  /**
   * How long after the end of the last task all results are delivered, at most. Results are sent
   * one after the other while other tasks still run. At most {@code concurrentTasks} of equal
   * length end within the duration of one of them, so the j-th last group of so many has ended j -
   * 1 durations before the last task. Either the link keeps up, and only the last group is left; or
   * it is busy since the first group ended.
   *
   * @param concurrentTasks how many tasks run at a time at most
   * @param durationMillis of each task
   */
  public long deliveryMillis(int tasks, int concurrentTasks, long durationMillis) {
    if (deliveryMillisPerTask == 0) {
      return 0;
    }
    long groups = Math.ceilDiv((long) tasks, concurrentTasks);
    double lastGroupMillis = deliveryMillisPerTask * Math.min(tasks, concurrentTasks);
    double sinceFirstGroupMillis =
        deliveryMillisPerTask * tasks - (double) (groups - 1) * durationMillis;
    return bounded(Math.max(lastGroupMillis, sinceFirstGroupMillis));
  }

  /** The longest {@link #deliveryMillis} of so many tasks or fewer: more are not always longer. */
  public long longestDeliveryMillis(int tasks, int concurrentTasks, long durationMillis) {
    int inFullGroups = tasks - tasks % concurrentTasks;
    long allMillis = deliveryMillis(tasks, concurrentTasks, durationMillis);
    return inFullGroups == 0
        ? allMillis
        : Math.max(allMillis, deliveryMillis(inFullGroups, concurrentTasks, durationMillis));
  }
}
