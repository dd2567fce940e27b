/**
 * The agent's side of the link to the market: it enrols, dials out to one of the market's servers,
 * keeps one stream open and comes again when it breaks. It carries messages and decides nothing.
 */
@NullMarked
package tender.agent.link;

import org.jspecify.annotations.NullMarked;
