package tender.experiments.auction;

import java.util.OptionalDouble;

/**
 * One setting of the experiment.
 *
 * @param jobs how many of the log's jobs come
 * @param urgency the same for all, by the paper's equation (3); if empty each draws its own from 0
 *     to 2
 * @param arrivalRate how many times as fast as the log divided by a thousand they come
 */
public record Scenario(int jobs, OptionalDouble urgency, double arrivalRate) {}
