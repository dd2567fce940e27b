package tender.agent.planning;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.core.provider.ProviderTerms;
import tender.core.provider.state.ProviderEvent;
import tender.core.provider.state.ReservationRecord;
import tender.core.provider.state.ReservedPart;
import tender.core.provider.state.ShareAccount;
import tender.protocol.JournalEntry;
import tender.protocol.JournalReport;
import tender.protocol.ProtocolLimits;

/**
 * Reports the journal to a market whose database was restored to an earlier time, and forgets what
 * the market does not know any more. Meanwhile tasks continue: the market ignores the agent until
 * it has reported all.
 */
public final class JournalReporter {
  /** Far below the limit of a message, because one more entry may have many ranges of tasks. */
  private static final int MAX_RANGES = ProtocolLimits.MAX_RANGES / 5;

  private final Journal journal;
  private final ProviderTerms terms;
  private final EventLoop eventLoop;
  private final Consumer<ProviderEvent> events;

  JournalReporter(
      Journal journal, ProviderTerms terms, EventLoop eventLoop, Consumer<ProviderEvent> events) {
    this.journal = journal;
    this.terms = terms;
    this.eventLoop = eventLoop;
    this.events = events;
  }

  /**
   * Reconciles the journal.
   *
   * @param epoch identifies the restore
   * @param send sends a report and returns the reservations to stop and forget
   */
  public void reconcile(long epoch, Function<JournalReport, List<ReservationId>> send) {
    for (JournalReport report : reports(epoch, eventLoop.call(journal::read))) {
      List<ReservationId> forgotten = send.apply(report);
      eventLoop.call(
          Executors.callable(
              () ->
                  forgotten.forEach(
                      id -> events.accept(new ProviderEvent.ReservationForgotten(id)))));
    }
  }

  private List<JournalReport> reports(long epoch, List<ReservationRecord> records) {
    List<JournalReport> reports = new ArrayList<>();
    List<JournalEntry> entries = new ArrayList<>();
    int ranges = 0;
    for (ReservationRecord record : records) {
      entries.add(entry(record));
      ranges += entries.getLast().tasks().bounds().length;
      ranges += entries.getLast().endedTasks().bounds().length;
      ranges += entries.getLast().acceptedTasks().bounds().length;
      if (entries.size() == ProtocolLimits.MAX_JOURNAL_ENTRIES || ranges > MAX_RANGES) {
        reports.add(new JournalReport(epoch, entries, false));
        entries.clear();
        ranges = 0;
      }
    }
    reports.add(new JournalReport(epoch, entries, true));
    return reports;
  }

  JournalEntry entry(ReservationRecord record) {
    return record
        .part()
        .map(
            part ->
                new JournalEntry(
                    record.id(),
                    part.isCommitted() ? JournalEntry.State.COMMITTED : JournalEntry.State.RESERVED,
                    part.tasks(),
                    part.endedTasks(),
                    part.acceptedTasks(),
                    bill(part)))
        .orElseGet(
            () ->
                new JournalEntry(
                    record.id(),
                    record.lastAnswer() instanceof Message.Committed
                        ? JournalEntry.State.COMPLETED
                        : JournalEntry.State.REFUSED,
                    TaskSet.empty(),
                    TaskSet.empty(),
                    TaskSet.empty(),
                    record.finalBill().orElse(Money.ZERO)));
  }

  private Money bill(ReservedPart part) {
    return part.shareAccount()
        .map(ShareAccount::bill)
        .orElseGet(() -> terms.price(part.chargedProcessorMillis()));
  }
}
