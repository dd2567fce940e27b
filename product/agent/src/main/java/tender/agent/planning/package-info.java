/**
 * Drives core's provider: one event loop passes it the market's messages and the state of the
 * queue, stores what must survive a restart, and carries out its effects. It may know the batch
 * port, files, estimates, pilots, execution and the owner's data.
 */
@NullMarked
package tender.agent.planning;

import org.jspecify.annotations.NullMarked;
