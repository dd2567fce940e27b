/** The audit log of a market. */
@NullMarked
package tender.server.audit;

import org.jspecify.annotations.NullMarked;
