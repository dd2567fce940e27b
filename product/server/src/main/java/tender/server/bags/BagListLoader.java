package tender.server.bags;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.api.view.BagView;
import tender.server.model.BagSummary;
import tender.server.store.Database;
import tender.server.store.bags.ListedSubmission;
import tender.server.store.bags.SubmissionRepository.SummarisedBag;
import tender.server.store.content.Pack;

/**
 * Reads pages of bags from their stored summaries, in a fixed number of short queries. Only a bag
 * that a server of an earlier version has written is read as a whole.
 */
record BagListLoader(Database database) {

  /** The views of the bags, in the same order. A bag that was deleted meanwhile is left out. */
  List<BagView> views(List<SummarisedBag> page) {
    long nowMillis = database.store().nowMillis();
    BagViewLoader whole = new BagViewLoader(database);
    List<BagId> promised =
        page.stream().filter(BagListLoader::hasPromise).map(bag -> bag.listed().bag()).toList();
    Map<BagId, Map<ProviderId, Integer>> doneBy = database.packs().acceptedByProvider(promised);
    Map<BagId, List<Pack>> packs = database.packs().acceptedWithFailures(promised);
    Map<BagId, List<Message.AttemptsFailed>> reports = database.failureReports().list(promised);
    List<BagView> views = new ArrayList<>();
    for (SummarisedBag bag : page) {
      BagId id = bag.listed().bag();
      Optional<ListedSubmission> submission = bag.submission();
      Optional<BagSummary> summary = bag.summary();
      if (summary.isEmpty() || submission.isEmpty()) {
        whole.readWhole(id).ifPresent(views::add);
        continue;
      }
      views.add(
          BagViews.view(
              summary.get(),
              whole.withLimits(submission.get()),
              packs.containsKey(id)
                  ? TaskResults.of(packs.get(id))
                  : TaskResults.withoutFailures(doneBy.getOrDefault(id, Map.of())),
              reports.getOrDefault(id, List.of()),
              nowMillis));
    }
    return views;
  }

  /** A bag without a promise has no parts, and so no results. */
  private static boolean hasPromise(SummarisedBag bag) {
    return bag.summary().flatMap(BagSummary::promise).isPresent();
  }
}
