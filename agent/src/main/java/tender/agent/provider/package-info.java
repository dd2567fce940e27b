/**
 * Drives core's provider next to a batch system: messages of the market and what is seen in the
 * queue go in, and what it wants done is carried out. One thread decides; files are moved by
 * others, who tell it when they are done.
 */
@NullMarked
package tender.agent.provider;

import org.jspecify.annotations.NullMarked;
