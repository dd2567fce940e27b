package tender.simulator.market;

import tender.core.model.Job;

/**
 * A job of a local user and its actual run time.
 *
 * @param job with the deadline that its user requests
 * @param runMillis how long the job would take; it is killed at its estimate
 */
public record SimulatedLocalJob(Job job, long runMillis) {}
