package tender.server.model;

import tender.core.metascheduler.state.BagEffect;

/**
 * An event of a bag's history.
 *
 * @param version the version of the bag that recorded it
 */
public record BagHistoryEvent(long version, long atMillis, BagEffect effect) {}
