/**
 * Composes the replies of many providers into one promise for a whole bag. It is on the
 * metascheduler's side: it sees what providers disclose and nothing of their plans or queues.
 */
@NullMarked
package tender.core.compose;

import org.jspecify.annotations.NullMarked;
