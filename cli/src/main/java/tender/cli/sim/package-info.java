/**
 * {@code tender sim}: runs a log through a scheduler on one machine in virtual time. It reads the
 * log, asks the simulator, checks what comes back and tells it.
 */
@NullMarked
package tender.cli.sim;

import org.jspecify.annotations.NullMarked;
