package tender.simulator.market;

import tender.core.model.Job;

/**
 * A job of a local user and the truth about it.
 *
 * @param job with the deadline its user asks for
 * @param runMillis how long it would take; it is killed at its estimate
 */
public record SimulatedLocalJob(Job job, long runMillis) {}
