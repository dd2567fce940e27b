package tender.server.bags;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.BagId;
import tender.core.store.StoredBag;
import tender.server.api.view.BagView;
import tender.server.audit.OperatorAudit;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.MarketRules;
import tender.server.engine.ProviderDirectory;
import tender.server.model.BagPhase;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.bags.Submission;
import tender.server.store.bags.SubmissionRepository;

/**
 * What an operator may do with the bags of all users. It works on the database only, beside the
 * running servers: a bag is written like any replica writes it, and the servers send the messages.
 */
public final class OperatorService {
  private static final int PAGE_SIZE = 100;

  private final Database database;
  private final MarketRules rules;
  private final BagViewLoader views;

  public OperatorService(Database database, MarketRules rules) {
    this.database = database;
    this.rules = rules;
    views = new BagViewLoader(database);
  }

  /** A bag and its user. */
  public record OwnedBag(UserId user, BagView view) {}

  /**
   * Which bags to list.
   *
   * @param search a text in the bag's id, its name or its user's name, in any case
   */
  public record BagFilter(
      Optional<UserId> user, Optional<BagPhase> state, Optional<String> search) {}

  /** The newest bags that match, newest first. */
  public List<OwnedBag> list(BagFilter filter, int limit) {
    List<OwnedBag> found = new ArrayList<>();
    Optional<SubmissionRepository.ListedBag> after = Optional.empty();
    while (true) {
      List<SubmissionRepository.ListedBag> page =
          database
              .submissions()
              .search(filter.user(), filter.search().orElse(""), after, PAGE_SIZE);
      for (SubmissionRepository.ListedBag listed : page) {
        Optional<OwnedBag> bag = find(listed.bag());
        bag.filter(one -> filter.state().stream().allMatch(one.view().state()::equals))
            .ifPresent(found::add);
        if (found.size() == limit) {
          return found;
        }
      }
      if (page.size() < PAGE_SIZE) {
        return found;
      }
      after = Optional.of(page.getLast());
    }
  }

  /** One bag; empty if it does not exist. */
  public Optional<OwnedBag> find(BagId bag) {
    Optional<Submission> submission = database.submissions().find(bag);
    Optional<StoredBag> stored = database.store().read(bag);
    if (submission.isEmpty() || stored.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new OwnedBag(submission.get().user(), views.view(stored.get(), submission.get())));
  }

  /**
   * Cancels a bag as its user could, and records the reason in its history.
   *
   * @return whether it was cancelled; false if it does not exist or has ended
   */
  public boolean cancel(BagId bag, String reason) throws InterruptedException {
    boolean isCancelled = tryCancel(bag, reason);
    OperatorAudit.record(database, "cancel", "bag " + bag + ": " + reason, isCancelled);
    return isCancelled;
  }

  private boolean tryCancel(BagId bag, String reason) throws InterruptedException {
    Optional<StoredBag> stored = database.store().read(bag);
    if (stored.isEmpty() || stored.get().state() instanceof BagState.Ended) {
      return false;
    }
    ProviderDirectory providers =
        new ProviderDirectory(
            database.agentConnections(), database.providers(), database.auction(), rules);
    try (BagEventProcessor processor =
        new BagEventProcessor(database.store(), providers, (_, _) -> {})) {
      return processor
          .apply(bag, List.of(new BagEvent.CancelRequested(Optional.of(reason))))
          .filter(
              after ->
                  after.state() instanceof BagState.Ended ended
                      && ended.ending() == BagState.Ending.CANCELLED)
          .isPresent();
    }
  }
}
