package tender.server.model;

/**
 * Shows whether a bag has changed since it was read.
 *
 * @param version of the bag
 * @param failedAttempts how many attempts of its tasks were reported as failed, which does not
 *     change the version
 */
public record BagMark(long version, int failedAttempts) {}
