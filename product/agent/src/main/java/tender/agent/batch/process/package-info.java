/**
 * A batch system without a cluster: processes on this machine, first come first served. For
 * demonstrations and fast tests; it runs the same script in the same folders as the real ones.
 */
@NullMarked
package tender.agent.batch.process;

import org.jspecify.annotations.NullMarked;
