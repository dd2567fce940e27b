/** Checks of the way to the market: its servers, the identity of the agent, and their answers. */
@NullMarked
package tender.agent.doctor.market;

import org.jspecify.annotations.NullMarked;
