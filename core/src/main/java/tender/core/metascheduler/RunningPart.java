package tender.core.metascheduler;

import java.util.Optional;
import tender.core.ledger.Deal;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * Tasks that belong to one reservation: it alone can deliver their results.
 *
 * @param left those of which no result was accepted
 * @param byMillis when they are promised to have ended
 * @param expectedMillis when its provider said they will have ended, 0 if it has not
 * @param unanswered how often its provider was asked since it last gave word
 * @param inquireMillis when to ask next
 * @param insteadOf who failed before it, if it is to make up for somebody
 * @param lost why its provider is no longer counted on; then its tasks are tendered again, and are
 *     its own only until somebody else has them
 * @param deal what is paid for them; nothing, if they are done for nothing
 * @param bid what is bid for them, where time is shared
 */
public record RunningPart(
    ReservationId id,
    TaskSet left,
    long byMillis,
    long expectedMillis,
    int unanswered,
    long inquireMillis,
    Optional<Breach.Suspicion> insteadOf,
    Optional<Breach.Suspicion> lost,
    Optional<Deal> deal,
    Optional<PartBid> bid) {

  /** At a provider that does not share its time. */
  public RunningPart(
      ReservationId id,
      TaskSet left,
      long byMillis,
      long expectedMillis,
      int unanswered,
      long inquireMillis,
      Optional<Breach.Suspicion> insteadOf,
      Optional<Breach.Suspicion> lost,
      Optional<Deal> deal) {
    this(
        id,
        left,
        byMillis,
        expectedMillis,
        unanswered,
        inquireMillis,
        insteadOf,
        lost,
        deal,
        Optional.empty());
  }

  RunningPart heard(TaskSet left, long inquireMillis) {
    return new RunningPart(
        id, left, byMillis, expectedMillis, 0, inquireMillis, insteadOf, lost, deal, bid);
  }

  RunningPart with(Deal deal) {
    return new RunningPart(
        id,
        left,
        byMillis,
        expectedMillis,
        unanswered,
        inquireMillis,
        insteadOf,
        lost,
        Optional.of(deal),
        bid);
  }

  RunningPart asked(long inquireMillis) {
    return new RunningPart(
        id,
        left,
        byMillis,
        expectedMillis,
        unanswered + 1,
        inquireMillis,
        insteadOf,
        lost,
        deal,
        bid);
  }

  /** Whether its provider has said when it will have ended. */
  public boolean hasSpoken() {
    return expectedMillis != 0;
  }

  /** When they will have ended, as far as is known. */
  public long endMillis() {
    return hasSpoken() ? expectedMillis : byMillis;
  }

  RunningPart expected(long expectedMillis) {
    return new RunningPart(
        id, left, byMillis, expectedMillis, unanswered, inquireMillis, insteadOf, lost, deal, bid);
  }

  RunningPart lost(Breach.Cause cause) {
    Breach.Suspicion suspicion = new Breach.Suspicion(cause, id.provider());
    return new RunningPart(
        id,
        left,
        byMillis,
        expectedMillis,
        unanswered,
        Time.NEVER,
        insteadOf,
        Optional.of(suspicion),
        deal,
        bid);
  }

  RunningPart with(PartBid bid) {
    return new RunningPart(
        id,
        left,
        byMillis,
        expectedMillis,
        unanswered,
        inquireMillis,
        insteadOf,
        lost,
        deal,
        Optional.of(bid));
  }

  /** When something must be done about it if nothing happens before. */
  long wakeMillis() {
    long reviewMillis =
        lost.isPresent() ? Time.NEVER : bid.map(PartBid::reviewMillis).orElse(Time.NEVER);
    return Math.min(inquireMillis, reviewMillis);
  }
}
