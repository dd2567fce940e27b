package tender.core.share;

import tender.core.model.Money;

/**
 * How a user stands at a resource.
 *
 * @param workPerSecond his share, or what he would get for his bid if he had tasks there
 * @param remainingWork of all his tasks there, those that wait included
 * @param tasks how many of them have not ended
 */
public record ResourceUsage(double workPerSecond, Money bidPerMinute, double remainingWork, int tasks) {}
