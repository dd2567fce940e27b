package tender.core.metascheduler.state;

import java.util.Optional;
import tender.core.ledger.PartContract;
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
    TaskSet remainingTasks,
    long completionMillis,
    long forecastMillis,
    int unansweredInquiries,
    long nextInquiryMillis,
    Optional<Breach.ProviderFault> originalFault,
    Optional<Breach.ProviderFault> fault,
    Optional<PartContract> contract,
    Optional<PartBid> bid) {

  /** At a provider that does not share its time. */
  public RunningPart(
      ReservationId id,
      TaskSet left,
      long byMillis,
      long expectedMillis,
      int unanswered,
      long inquireMillis,
      Optional<Breach.ProviderFault> insteadOf,
      Optional<Breach.ProviderFault> lost,
      Optional<PartContract> deal) {
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

  public RunningPart withReport(TaskSet left, long inquireMillis) {
    return new RunningPart(
        id, left, completionMillis, forecastMillis, 0, inquireMillis, originalFault, fault, contract, bid);
  }

  public RunningPart with(PartContract deal) {
    return new RunningPart(
        id,
        remainingTasks,
        completionMillis,
        forecastMillis,
        unansweredInquiries,
        nextInquiryMillis,
        originalFault,
        fault,
        Optional.of(deal),
        bid);
  }

  public RunningPart withInquiry(long inquireMillis) {
    return new RunningPart(
        id,
        remainingTasks,
        completionMillis,
        forecastMillis,
        unansweredInquiries + 1,
        inquireMillis,
        originalFault,
        fault,
        contract,
        bid);
  }

  /** Whether its provider has said when it will have ended. */
  public boolean hasForecast() {
    return forecastMillis != 0;
  }

  /** When they will have ended, as far as is known. */
  public long expectedEndMillis() {
    return hasForecast() ? forecastMillis : completionMillis;
  }

  public RunningPart withForecast(long expectedMillis) {
    return new RunningPart(
        id, remainingTasks, completionMillis, expectedMillis, unansweredInquiries, nextInquiryMillis, originalFault, fault, contract, bid);
  }

  public RunningPart fault(Breach.Cause cause) {
    Breach.ProviderFault suspicion = new Breach.ProviderFault(cause, id.provider());
    return new RunningPart(
        id,
        remainingTasks,
        completionMillis,
        forecastMillis,
        unansweredInquiries,
        Time.NEVER,
        originalFault,
        Optional.of(suspicion),
        contract,
        bid);
  }

  public RunningPart with(PartBid bid) {
    return new RunningPart(
        id,
        remainingTasks,
        completionMillis,
        forecastMillis,
        unansweredInquiries,
        nextInquiryMillis,
        originalFault,
        fault,
        contract,
        Optional.of(bid));
  }

  /** When something must be done about it if nothing happens before. */
  long timerMillis() {
    long reviewMillis =
        fault.isPresent() ? Time.NEVER : bid.map(PartBid::nextReviewMillis).orElse(Time.NEVER);
    return Math.min(nextInquiryMillis, reviewMillis);
  }
}
