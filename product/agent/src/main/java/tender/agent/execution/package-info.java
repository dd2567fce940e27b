/**
 * Runs the parts that this provider has reserved or committed: fetches their work, submits arrays,
 * tracks tasks, delivers results. It reaches the market through the port MarketPort, and may know
 * the batch port, files, estimates, pilots and the owner's disclosure log, but not planning.
 */
@NullMarked
package tender.agent.execution;

import org.jspecify.annotations.NullMarked;
