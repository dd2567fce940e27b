package tender.server.model;

import tender.core.metascheduler.state.BagEffect;

/**
 * Something that the user was to be told of a bag.
 *
 * @param version of the bag, since which it holds
 */
public record BagHistoryEvent(long version, long atMillis, BagEffect effect) {}
