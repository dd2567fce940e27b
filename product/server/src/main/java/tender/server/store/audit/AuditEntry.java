package tender.server.store.audit;

import tender.server.model.AuditEvent;

/**
 * An entry of the audit log.
 *
 * @param number one more than that of the entry before
 * @param hash of this entry and the one before, in hexadecimal; see {@link AuditChain}
 */
public record AuditEntry(long number, long atMillis, AuditEvent event, String hash) {}
