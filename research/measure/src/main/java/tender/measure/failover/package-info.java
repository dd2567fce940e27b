/** Failover of the database under load: what users see of it, and whether anything is lost. */
@NullMarked
package tender.measure.failover;

import org.jspecify.annotations.NullMarked;
