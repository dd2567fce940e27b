package tender.core.offer;

/**
 * Somebody who asks whether there is room: so many tasks of a width and a duration, that can start
 * from an instant on and should be done by a deadline.
 */
public record IncomingJob(
    int tasks, int width, long durationMillis, long notBeforeMillis, long deadlineMillis) {}
