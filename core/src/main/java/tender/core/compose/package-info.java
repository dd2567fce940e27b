/**
 * Composing the answers of many providers into one promise for a whole bag. The metascheduler's
 * side: it sees what providers chose to say and nothing of their plans or queues.
 */
@NullMarked
package tender.core.compose;

import org.jspecify.annotations.NullMarked;
