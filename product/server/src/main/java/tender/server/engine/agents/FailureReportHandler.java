package tender.server.engine.agents;

import java.util.OptionalInt;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.core.store.StoredBag;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;
import tender.server.engine.BagEventProcessor;
import tender.server.store.Database;
import tender.server.store.bags.Submission;

/** Stores providers' reports of failed attempts, and stops bags whose first tasks all fail. */
final class FailureReportHandler {
  private final Database database;
  private final BagEventProcessor processor;
  private final SubmissionCache submissions;

  FailureReportHandler(
      Database database, BagEventProcessor processor, SubmissionCache submissions) {
    this.database = database;
    this.processor = processor;
    this.submissions = submissions;
  }

  /** Ignores a report about a part that the provider does not have, or has lost meanwhile. */
  void handle(Message.AttemptsFailed report) {
    BagId bag = report.id().call().bag();
    BagState state = database.store().read(bag).map(StoredBag::state).orElse(null);
    if (state instanceof BagState.Open open
        && open.parts().stream().anyMatch(part -> part.id().equals(report.id()))) {
      if (!TaskSet.first(open.bag().tasks()).containsAll(report.tasks())) {
        throw new NotAllowedException(
            AgentRejection.NO_PART,
            "A report for %s has tasks that the bag does not have.".formatted(report.id()));
      }
      database.failureReports().store(report);
      if (report.succeededTasks() == 0) {
        stopAfterFailures(bag, providers(open));
      }
    }
  }

  private static int providers(BagState.Open open) {
    return (int) open.parts().stream().map(part -> part.id().provider()).distinct().count();
  }

  private void stopAfterFailures(BagId bag, int providers) {
    submissions
        .find(bag)
        .map(Submission::order)
        .map(
            order ->
                FailureLimit.reached(
                    order,
                    providers,
                    database.failureReports().list(bag),
                    database.packs().accepted(bag)))
        .orElse(OptionalInt.empty())
        .ifPresent(failed -> processor.enqueue(bag, new BagEvent.FailureLimitReached(failed)));
  }
}
