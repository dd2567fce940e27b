package tender.core.metascheduler.state;

import java.util.Optional;
import tender.core.ledger.PartContract;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.core.model.Time;

/**
 * The tasks that one provider runs under one reservation; only this part can deliver their results.
 *
 * @param remainingTasks tasks whose results have not been accepted
 * @param completionMillis when the part is promised to have ended
 * @param forecastMillis when the provider expects it to end, 0 if it has not reported that
 * @param unansweredInquiries inquiries since the provider's last report
 * @param nextInquiryMillis when to inquire next
 * @param originalFault the failure of an earlier provider, if this part replaces it; or that the
 *     part's own tasks exceeded their limit
 * @param fault why the provider is no longer relied on; its tasks are then placed again, and stay
 *     with this part only until another part has them
 * @param contract the price and what was paid; empty if the part costs nothing
 * @param bid the bid for the part, at a time-shared provider
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

  public RunningPart withReport(TaskSet remainingTasks, long nextInquiryMillis) {
    return with(remainingTasks, forecastMillis, 0, nextInquiryMillis);
  }

  public RunningPart withContract(PartContract contract) {
    return with(originalFault, fault, Optional.of(contract), bid);
  }

  public RunningPart withInquiry(long nextInquiryMillis) {
    return with(remainingTasks, forecastMillis, unansweredInquiries + 1, nextInquiryMillis);
  }

  /** Whether the provider has reported when the part will end. */
  public boolean hasForecast() {
    return forecastMillis != 0;
  }

  /** The provider's forecast if there is one, else the promised completion. */
  public long expectedEndMillis() {
    return hasForecast() ? forecastMillis : completionMillis;
  }

  public RunningPart withForecast(long forecastMillis) {
    return with(remainingTasks, forecastMillis, unansweredInquiries, nextInquiryMillis);
  }

  public RunningPart asLost(Breach.Cause cause) {
    var lost = Optional.of(new Breach.ProviderFault(cause, id.provider()));
    return with(originalFault, lost, contract, bid)
        .with(remainingTasks, forecastMillis, unansweredInquiries, Time.NEVER);
  }

  /** Whether its own tasks exceeded the limit that the user set, so that it may end late. */
  public boolean exceededLimit() {
    return originalFault.equals(Optional.of(limitFault()));
  }

  /** Remembers that its tasks exceeded their limit, unless another failure came first. */
  public RunningPart withLimitExceeded() {
    return originalFault.isPresent() || fault.isPresent()
        ? this
        : with(Optional.of(limitFault()), fault, contract, bid);
  }

  /** The same part, of which the provider failed for a reason of its own. */
  public RunningPart withoutLimitExceeded() {
    return exceededLimit() ? with(Optional.empty(), fault, contract, bid) : this;
  }

  private Breach.ProviderFault limitFault() {
    return new Breach.ProviderFault(Breach.Cause.TASKS_EXCEEDED_LIMIT, id.provider());
  }

  public RunningPart withBid(PartBid bid) {
    return with(originalFault, fault, contract, Optional.of(bid));
  }

  /** A copy with other reports of the provider. */
  private RunningPart with(
      TaskSet remainingTasks,
      long forecastMillis,
      int unansweredInquiries,
      long nextInquiryMillis) {
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
        bid);
  }

  /** A copy with other faults, another contract and another bid. */
  private RunningPart with(
      Optional<Breach.ProviderFault> originalFault,
      Optional<Breach.ProviderFault> fault,
      Optional<PartContract> contract,
      Optional<PartBid> bid) {
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
        bid);
  }

  /** When the timer fires for this part if no event comes first. */
  long timerMillis() {
    long reviewMillis =
        fault.isPresent() ? Time.NEVER : bid.map(PartBid::nextReviewMillis).orElse(Time.NEVER);
    return Math.min(nextInquiryMillis, reviewMillis);
  }
}
