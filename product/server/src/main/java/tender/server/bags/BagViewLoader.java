package tender.server.bags;

import java.util.List;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.store.StoredBag;
import tender.server.api.view.BagView;
import tender.server.model.BagSummary;
import tender.server.model.Requirements;
import tender.server.store.Database;
import tender.server.store.bags.ListedSubmission;
import tender.server.store.bags.Submission;
import tender.server.store.content.Pack;

/** Reads what a view of a bag needs beside the bag itself. */
record BagViewLoader(Database database) {

  BagView view(StoredBag stored, Submission submission) {
    return BagViews.view(
        BagSummary.of(stored.state(), stored.version()),
        withLimits(submission.listed()),
        TaskResults.of(packs(submission.bag(), stored.state())),
        failures(submission.bag(), stored.state()),
        database.store().nowMillis());
  }

  /**
   * The requirements with the limits that were set from factors. They are read from the history:
   * the policy of an open bag changes when its user accepts a quote, and an ended bag has none.
   */
  ListedSubmission withLimits(ListedSubmission submission) {
    Requirements given = submission.requirements();
    return given.limitFactors().isEmpty()
        ? submission
        : database
            .history()
            .limits(submission.bag())
            .map(limits -> submission.withRequirements(given.withLimits(limits)))
            .orElse(submission);
  }

  /** The packs with results that count; a bag without any needs no query. */
  List<Pack> packs(BagId bag, BagState state) {
    return BagViews.done(state).isEmpty() ? List.of() : database.packs().accepted(bag);
  }

  /** A bag that never had a promise has no parts, and nothing that could fail. */
  private List<Message.AttemptsFailed> failures(BagId bag, BagState state) {
    return BagViews.promise(state).isEmpty() ? List.of() : database.failureReports().list(bag);
  }
}
