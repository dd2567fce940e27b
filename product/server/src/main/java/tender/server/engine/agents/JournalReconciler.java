package tender.server.engine.agents;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.RunningPart;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.store.StoredBag;
import tender.protocol.JournalEntry;
import tender.protocol.JournalReport;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.agents.PartComparison.BagPresence;
import tender.server.engine.agents.PartComparison.Outcome;
import tender.server.engine.agents.PartComparison.StoredPart;
import tender.server.model.RestoreFinding;
import tender.server.model.RestoreSituation;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.bags.Submission;

/**
 * Reconciles agents' journals with a database that was restored to an earlier time, and records
 * every loss. A report may be repeated.
 */
final class JournalReconciler {
  private static final Logger LOG = System.getLogger(JournalReconciler.class.getName());

  private final Database database;
  private final BagEventProcessor processor;
  private final long epoch;

  /**
   * @param epoch the latest restore; it does not change while a server runs
   */
  JournalReconciler(Database database, BagEventProcessor processor, long epoch) {
    this.database = database;
    this.processor = processor;
    this.epoch = epoch;
  }

  long epoch() {
    return epoch;
  }

  /** Returns the reservations that the provider must stop and forget. */
  List<ReservationId> reconcile(ProviderId provider, JournalReport report)
      throws InterruptedException {
    if (report.epoch() != epoch) {
      throw new IllegalArgumentException(
          "The journal is for restore %d, and the latest is %d. Connect again."
              .formatted(report.epoch(), epoch));
    }
    report.entries().forEach(entry -> requireOwn(provider, entry.id()));
    // Stored first: when the bags have changed, a repeated report would find no contradiction.
    database
        .restores()
        .add(epoch, provider.value(), report.entries().stream().map(this::compare).toList());
    List<ReservationId> forgotten = new ArrayList<>();
    for (JournalEntry entry : report.entries()) {
      if (!database.restores().isConsistent(epoch, entry.id())) {
        forgotten.add(entry.id());
        placeAgain(entry.id());
      }
    }
    if (report.isLast()) {
      reconcileUnreported(provider);
    }
    LOG.log(
        Level.INFO,
        "Journal reconciled with the restored database: reservations={0}, forgotten={1}",
        report.entries().size(),
        forgotten.size(),
        provider);
    return forgotten;
  }

  private void reconcileUnreported(ProviderId provider) throws InterruptedException {
    List<RunningPart> unreported = database.restores().unreportedParts(epoch, provider);
    database
        .restores()
        .add(
            epoch,
            provider.value(),
            unreported.stream()
                .map(
                    part ->
                        finding(
                            RestoreSituation.PART_FORGOTTEN,
                            part.id(),
                            part.remainingTasks().size(),
                            Money.ZERO))
                .toList());
    for (RunningPart part : unreported) {
      placeAgain(part.id());
    }
    database.restores().reconciled(epoch, provider);
  }

  /** Has no effect on a bag that does not exist, or in which the part does not run. */
  private void placeAgain(ReservationId part) throws InterruptedException {
    Optional<StoredBag> _ =
        processor.apply(part.call().bag(), List.of(new BagEvent.PartUndone(part)));
  }

  private static void requireOwn(ProviderId provider, ReservationId id) {
    if (!id.provider().equals(provider)) {
      throw new NotAllowedException(
          AgentRejection.OTHER_PROVIDER,
          "A journal has reservation " + id + ", but it is of " + provider + ".");
    }
  }

  private StoredPart storedPart(ReservationId id) {
    BagId bag = id.call().bag();
    Optional<StoredBag> stored = database.store().read(bag);
    if (stored.isEmpty()) {
      return StoredPart.ofMissingBag(
          database.restores().isDeleted(bag) ? BagPresence.DELETED : BagPresence.MISSING);
    }
    return StoredPart.of(
        stored.get().state(),
        id,
        database.history().placedTasks(id).orElse(0),
        database.restores().storedResults(id),
        database.restores().acceptedResults(id));
  }

  private RestoreFinding compare(JournalEntry entry) {
    Outcome outcome = PartComparison.compare(storedPart(entry.id()), entry);
    boolean isConsistent = outcome.situation() == RestoreSituation.CONSISTENT;
    return finding(
        outcome.situation(), entry.id(), outcome.tasks(), isConsistent ? Money.ZERO : entry.bill());
  }

  private RestoreFinding finding(
      RestoreSituation situation, ReservationId id, int tasks, Money amount) {
    String user =
        database
            .submissions()
            .find(id.call().bag())
            .map(Submission::user)
            .map(UserId::value)
            .orElse("");
    return new RestoreFinding(
        situation, id.toString(), id.call().bag().value(), user, tasks, amount);
  }
}
