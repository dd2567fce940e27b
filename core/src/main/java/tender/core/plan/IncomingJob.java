package tender.core.offer;

/**
 * A job for which room is searched: a number of tasks of a width and a duration, which can start
 * from an instant on and should be done by a deadline.
 */
public record IncomingJob(
    int tasks, int width, long durationMillis, long notBeforeMillis, long deadlineMillis) {}
