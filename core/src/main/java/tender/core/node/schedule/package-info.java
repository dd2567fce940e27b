/**
 * The schedulers of a cluster's nodes: EASY and conservative backfilling. They know the profile of
 * the nodes in the package above, which does not know them.
 */
@NullMarked
package tender.core.node.schedule;

import org.jspecify.annotations.NullMarked;
