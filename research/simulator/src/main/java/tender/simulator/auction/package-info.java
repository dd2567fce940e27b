/**
 * A market that clears in cycles, in virtual time: rigid jobs wait at the metascheduler, sites with
 * several queues report their free slots, one of core's clearing policies matches jobs and slots,
 * and each queue runs its jobs by EASY backfilling.
 */
@NullMarked
package tender.simulator.auction;

import org.jspecify.annotations.NullMarked;
