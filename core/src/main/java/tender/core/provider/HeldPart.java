package tender.core.provider;

import tender.core.message.ReservationId;
import tender.core.model.Job;
import tender.core.model.Time;

/**
 * A part of a bag that stands in the queue or runs.
 *
 * @param leaseUntilMillis until when it must be committed, {@link Time#NEVER} once it is
 * @param tasksEnded how many of its tasks have ended
 */
record HeldPart(ReservationId id, Job job, long leaseUntilMillis, int tasksEnded) {
  boolean isCommitted() {
    return leaseUntilMillis == Time.NEVER;
  }

  HeldPart withEnded(int tasks) {
    return new HeldPart(id, job, leaseUntilMillis, tasksEnded + tasks);
  }
}
