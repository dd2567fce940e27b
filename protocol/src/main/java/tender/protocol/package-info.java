/**
 * What server and agents say to each other, on the wire: the messages of core as Protocol Buffers,
 * the bounds that both sides keep, and the names and tokens by which they know each other. Whatever
 * is read here comes from strangers and is checked before it becomes one of core's values.
 */
@NullMarked
package tender.protocol;

import org.jspecify.annotations.NullMarked;
