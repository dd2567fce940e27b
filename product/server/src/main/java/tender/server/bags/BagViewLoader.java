package tender.server.bags;

import java.util.List;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.store.StoredBag;
import tender.server.api.view.BagView;
import tender.server.model.BagSummary;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.bags.ListedSubmission;
import tender.server.store.bags.Submission;
import tender.server.store.bags.SubmissionRepository.SummarisedBag;
import tender.server.store.content.Pack;

/** Reads what a view of a bag needs beside the bag itself. */
record BagViewLoader(Database database) {

  /** The view of a user's bag; empty if it is the bag of another user. */
  Optional<BagView> find(UserId user, BagId id) {
    return database
        .submissions()
        .findSummarised(user, id)
        .flatMap(bag -> summarised(bag).or(() -> readWhole(id)));
  }

  /** Without the state, which may be large; empty if an earlier version has written the bag. */
  private Optional<BagView> summarised(SummarisedBag bag) {
    return bag.submission().flatMap(given -> bag.summary().map(summary -> view(summary, given)));
  }

  Optional<BagView> readWhole(BagId bag) {
    return database
        .submissions()
        .find(bag)
        .flatMap(given -> database.store().read(bag).map(stored -> view(stored, given)));
  }

  BagView view(StoredBag stored, Submission submission) {
    return view(BagSummary.of(stored.state(), stored.version()), submission.listed());
  }

  private BagView view(BagSummary summary, ListedSubmission submission) {
    return BagViews.view(
        summary,
        withLimits(submission),
        TaskResults.of(packs(submission.bag(), summary.done())),
        failures(submission.bag(), summary),
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
  List<Pack> packs(BagId bag, int doneTasks) {
    return doneTasks == 0 ? List.of() : database.packs().accepted(bag);
  }

  /** A bag that never had a promise has no parts, and nothing that could fail. */
  private List<Message.AttemptsFailed> failures(BagId bag, BagSummary summary) {
    return summary.promise().isEmpty() ? List.of() : database.failureReports().list(bag);
  }
}
