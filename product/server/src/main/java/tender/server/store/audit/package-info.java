/** Stores the audit log, whose entries are chained by hashes. */
@NullMarked
package tender.server.store.audit;

import org.jspecify.annotations.NullMarked;
