package tender.core.offer;

/**
 * Somebody who asks whether there is room: so many tasks of a width and a duration, to be done by a
 * deadline.
 */
public record Newcomer(int tasks, int width, long durationMillis, long deadlineMillis) {}
