/** A provider's agent: its batch system and its link to the market, around core's provider. */
@NullMarked
package tender.agent;

import org.jspecify.annotations.NullMarked;
