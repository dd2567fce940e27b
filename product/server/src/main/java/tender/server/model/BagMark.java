package tender.server.model;

/**
 * Tells whether a bag has changed for those who watch it.
 *
 * @param version of the bag
 * @param failedAttempts how many attempts of its tasks were reported as failed, which does not
 *     change the version
 */
public record BagMark(long version, int failedAttempts) {}
