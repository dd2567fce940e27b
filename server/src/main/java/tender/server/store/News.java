package tender.server.store;

import tender.core.metascheduler.BagEffect;

/**
 * Something that the user was to be told of a bag.
 *
 * @param version of the bag, since which it holds
 */
public record News(long version, long atMillis, BagEffect effect) {}
