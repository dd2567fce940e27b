package tender.core.share;

import tender.core.model.Money;

/**
 * A user's share and tasks at a resource.
 *
 * @param workPerSecond the share, or what the bid would get if the user had tasks there
 * @param remainingWork of all the user's tasks there, including waiting ones
 * @param tasks how many of them have not ended
 */
public record ResourceUsage(
    double workPerSecond, Money bidPerMinute, double remainingWork, int tasks) {}
