package tender.server.store;

import tender.core.message.Message;

/**
 * What a provider told last.
 *
 * @param storedMillis by the database's clock
 */
public record Published(Message.Published report, long storedMillis) {}
