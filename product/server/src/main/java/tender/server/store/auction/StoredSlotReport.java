package tender.server.store.auction;

import tender.core.message.Message;

/**
 * The latest slots that a provider published.
 *
 * @param storedMillis when it was stored, by the database's clock
 */
public record StoredSlotReport(Message.SlotsPublished report, long storedMillis) {}
