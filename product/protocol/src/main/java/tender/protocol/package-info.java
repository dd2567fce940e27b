/**
 * The wire protocol between servers and agents: core's messages as Protocol Buffers, the limits
 * that both sides enforce, and the tokens and certificate names that identify them. Received data
 * is untrusted and is checked before it becomes one of core's values.
 */
@NullMarked
package tender.protocol;

import org.jspecify.annotations.NullMarked;
