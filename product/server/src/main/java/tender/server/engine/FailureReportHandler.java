package tender.server.engine;

import tender.core.message.Message;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.core.store.StoredBag;
import tender.server.agents.NotAllowedException;
import tender.server.store.Database;

/** Stores providers' reports of failed attempts. */
final class FailureReportHandler {
  private final Database database;

  FailureReportHandler(Database database) {
    this.database = database;
  }

  /** Ignores a report about a part that the provider does not have, or has lost meanwhile. */
  void handle(Message.AttemptsFailed report) {
    BagId bag = report.id().call().bag();
    BagState state = database.store().read(bag).map(StoredBag::state).orElse(null);
    if (state instanceof BagState.Open open
        && open.parts().stream().anyMatch(part -> part.id().equals(report.id()))) {
      if (!TaskSet.first(open.bag().tasks()).containsAll(report.tasks())) {
        throw new NotAllowedException(
            "A report for %s has tasks that the bag does not have.".formatted(report.id()));
      }
      database.failureReports().store(report);
    }
  }
}
