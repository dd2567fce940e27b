/**
 * A market that clears in cycles, in virtual time: rigid jobs wait with the metascheduler, sites
 * with several queues tell their slots, a clearing policy of core's matches them, and each queue
 * runs what it gets by EASY backfilling.
 */
@NullMarked
package tender.simulator.auction;

import org.jspecify.annotations.NullMarked;
