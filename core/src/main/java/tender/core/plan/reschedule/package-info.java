/**
 * Schedulers that keep a plan up to date event by event, and the policies that decide the order in
 * which waiting jobs move earlier when capacity is freed. It knows the plans and the planners;
 * nothing on the metascheduler's side may know it.
 */
@NullMarked
package tender.core.plan.reschedule;

import org.jspecify.annotations.NullMarked;
