/**
 * Runs the parts that this provider has reserved or committed: fetches their work, submits arrays,
 * delivers results. It reaches the market through the port MarketPort, and may know the batch port,
 * files, estimates, pilots, the tasks of parts and the owner's disclosure log, but not planning.
 */
@NullMarked
package tender.agent.execution;

import org.jspecify.annotations.NullMarked;
