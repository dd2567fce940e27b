package tender.server.store.auction;

import tender.core.message.Message;

/**
 * What a provider told last.
 *
 * @param storedMillis by the database's clock
 */
public record StoredSlotReport(Message.SlotsPublished report, long storedMillis) {}
