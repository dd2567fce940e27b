/**
 * The agent's side of the link to the market: it enrols, connects to one of the market's servers,
 * keeps one stream open and reconnects when it breaks. It carries messages and decides nothing.
 */
@NullMarked
package tender.agent.link;

import org.jspecify.annotations.NullMarked;
