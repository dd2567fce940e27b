/**
 * Bags, the outbox, bag history and submissions in PostgreSQL; implements core's Store port. A
 * commit is one statement that writes the bag, its messages, its accepted results and its
 * transfers.
 */
@NullMarked
package tender.server.store.bags;

import org.jspecify.annotations.NullMarked;
