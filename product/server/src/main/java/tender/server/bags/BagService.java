package tender.server.bags;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.api.ApiException;
import tender.server.api.BagApi;
import tender.server.api.LogStream;
import tender.server.api.UploadApi;
import tender.server.api.view.AccountView;
import tender.server.api.view.AuctionView;
import tender.server.api.view.BagPage;
import tender.server.api.view.BagView;
import tender.server.api.view.Explanation;
import tender.server.api.view.ProviderView;
import tender.server.api.view.QuoteView;
import tender.server.api.view.task.ResultList;
import tender.server.engine.BagChangeNotifier;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.ProviderDirectory;
import tender.server.model.BagSummary;
import tender.server.model.ClearingView;
import tender.server.model.ListedWork;
import tender.server.model.QuotaLookup;
import tender.server.model.RemainingData;
import tender.server.model.Requirements;
import tender.server.model.RetentionPolicy;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.bags.Submission;
import tender.server.store.bags.SubmissionRepository;
import tender.server.store.content.BlobRejectedException;

/** Implements the API for users on PostgreSQL and the engine. */
public final class BagService implements BagApi {
  private final Database database;
  private final BagEventProcessor processor;
  private final ProviderDirectory directory;
  private final BagChangeNotifier changes;
  private final SubmissionService submissions;
  private final ResultService results;
  private final BagViewLoader views;
  private final UploadApi uploads;

  public BagService(
      Database database,
      BagEventProcessor processor,
      ProviderDirectory directory,
      BagChangeNotifier changes,
      Consumer<Transaction> created,
      RetentionPolicy retention,
      QuotaLookup quotas) {
    this.database = database;
    this.processor = processor;
    this.directory = directory;
    this.changes = changes;
    submissions = new SubmissionService(database, processor, directory, created, retention, quotas);
    results = new ResultService(database);
    views = new BagViewLoader(database);
    uploads = new UploadService(database);
  }

  @Override
  public BagId submit(UserId user, String clientKey, WorkOrder order, Requirements requirements) {
    return submissions.submit(user, clientKey, order, requirements);
  }

  void requireFiles(UserId user, WorkOrder order) {
    submissions.requireFiles(user, order);
  }

  private Submission submission(BagId bag) {
    return database.submissions().find(bag).orElseThrow(() -> notFound(bag));
  }

  static ApiException notFound(BagId bag) {
    return ApiException.notFound(
        "You have no bag " + bag + ".", "List your bags with tender status or GET /v1/bags.");
  }

  /** The user's bag; the bag of another user is not found. */
  Submission requireOwned(UserId user, BagId bag) {
    Submission submission = submission(bag);
    if (!submission.user().equals(user)) {
      throw notFound(bag);
    }
    return submission;
  }

  /** A bag that the user may read: their own, or one of a project that shows it. */
  Submission requireVisible(UserId user, BagId bag) {
    Submission submission = submission(bag);
    boolean isVisible =
        submission.user().equals(user)
            || (submission.project().isPresent() && database.projectMembers().maySee(user, bag));
    if (!isVisible) {
      throw notFound(bag);
    }
    return submission;
  }

  StoredBag stored(BagId bag) {
    return database.store().read(bag).orElseThrow(() -> notFound(bag));
  }

  @Override
  public BagView status(UserId user, BagId bag) {
    return mapErrors(() -> views.find(user, bag).orElseThrow(() -> notFound(bag)));
  }

  @Override
  public BagPage list(UserId user, Optional<String> cursor, int limit) {
    return mapErrors(
        () -> {
          List<SubmissionRepository.SummarisedBag> page =
              database.submissions().page(user, cursor.map(BagService::cursor), limit);
          Optional<String> next =
              page.size() < limit
                  ? Optional.empty()
                  : Optional.of(
                      page.getLast().listed().createdMillis()
                          + "."
                          + page.getLast().listed().bag());
          return new BagPage(new BagListLoader(database).views(page), next);
        });
  }

  private static SubmissionRepository.ListedBag cursor(String text) {
    int dot = text.indexOf('.');
    try {
      return new SubmissionRepository.ListedBag(
          new BagId(text.substring(dot + 1)), "", Long.parseLong(text.substring(0, dot)));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw ApiException.invalid(
          "The cursor '" + text + "' is invalid.",
          "Use the next of the previous page, or leave it out.");
    }
  }

  @Override
  public void accept(UserId user, BagId bag, long completionMillis, Money price) {
    mapErrors(
        () -> {
          requireOwned(user, bag);
          if (wasAccepted(bag, completionMillis)) {
            return Optional.empty();
          }
          if (!requireQuote(bag).isAcceptedBy(completionMillis, price)) {
            throw ApiException.conflict(
                "The quote of bag " + bag + " has become worse than what you accept.",
                "Read the quote again, and accept its present time and price.");
          }
          return processor.apply(bag, List.of(new BagEvent.QuoteAccepted(completionMillis, price)));
        });
  }

  /** Whether the same quote was accepted before. */
  private boolean wasAccepted(BagId bag, long completionMillis) {
    return stored(bag).state() instanceof BagState.Open open
        && open.placement().filter(PlacementState.AwaitingAcceptance.class::isInstance).isEmpty()
        && open.acceptancePolicy().deadlineMillis() == completionMillis;
  }

  private QuoteView requireQuote(BagId bag) {
    StoredBag stored = stored(bag);
    return BagSummary.of(stored.state(), stored.version())
        .quote()
        .map(BagViews::quote)
        .orElseThrow(() -> noPendingQuote(bag));
  }

  static ApiException noPendingQuote(BagId bag) {
    return ApiException.conflict(
        "Bag " + bag + " has no pending quote.", "Read the bag's state with tender status.");
  }

  @Override
  public void decline(UserId user, BagId bag) {
    mapErrors(
        () -> {
          requireOwned(user, bag);
          if (stored(bag).state() instanceof BagState.Ended ended
              && ended.ending() == BagState.Ending.QUOTE_NOT_ACCEPTED) {
            return Optional.empty();
          }
          requireQuote(bag);
          return processor.apply(bag, List.of(new BagEvent.QuoteDeclined()));
        });
  }

  @Override
  public void cancel(UserId user, BagId bag) {
    mapErrors(
        () -> {
          requireOwned(user, bag);
          return processor.apply(bag, List.of(new BagEvent.CancelRequested()));
        });
  }

  @Override
  public RemainingData delete(UserId user, BagId bag) {
    return mapErrors(
        () -> {
          if (!database.bagExpiry().isDeleted(user, bag)) {
            requireOwned(user, bag);
            if (!(stored(bag).state() instanceof BagState.Ended)) {
              throw ApiException.conflict(
                  "Bag " + bag + " has not ended yet.", "Wait until it ends, or cancel it first.");
            }
            database.bagExpiry().deleteByUser(user, bag);
          }
          return database.deletedBagCopies().remaining(bag);
        });
  }

  @Override
  public BagId retry(UserId user, BagId bag, String clientKey, Requirements requirements) {
    Submission first = mapErrors(() -> requireOwned(user, bag));
    BagView ended = status(user, bag);
    WorkOrder order = mapErrors(() -> retryOrder(first, ended));
    return submit(
        user,
        clientKey,
        order,
        RequirementsValidator.forRetry(requirements, first.requirements(), ended.paid()));
  }

  private WorkOrder retryOrder(Submission submission, BagView view) {
    if (!view.state().isEnded()) {
      throw ApiException.conflict(
          "Bag " + submission.bag() + " has not ended yet.",
          "Wait until it ends, or cancel it first.");
    }
    WorkOrder order = submission.order();
    TaskSet notDone =
        ListedWork.of(order)
            .listIndexes(
                TaskSet.first(order.tasks())
                    .minus(BagViews.done(stored(submission.bag()).state())));
    TaskSet retried =
        view.failed().stream().map(BagView.FailedTasks::tasks).reduce(notDone, TaskSet::plus);
    if (retried.isEmpty()) {
      throw ApiException.conflict(
          "All " + order.tasks() + " tasks of bag " + submission.bag() + " have succeeded.",
          view.missingOutput().isEmpty()
              ? "There are no tasks to retry."
              : "Tasks with missing outputs are retried only if the bag has outputs_required.");
    }
    return order.only(retried);
  }

  @Override
  public Explanation explain(UserId user, BagId bag) {
    return mapErrors(
        () -> {
          requireVisible(user, bag);
          return BagViews.explain(stored(bag).state(), database.store().history(bag));
        });
  }

  @Override
  public Optional<BagView> await(UserId user, BagView known, Duration timeout)
      throws InterruptedException {
    long endNanos = System.nanoTime() + timeout.toNanos();
    while (true) {
      try (BagChangeNotifier.Waiting change = changes.watch(known.id(), known.mark())) {
        Duration left = Duration.ofNanos(endNanos - System.nanoTime());
        if (!left.isPositive() || !change.await(left)) {
          return Optional.empty();
        }
      }
      BagView view = status(user, known.id());
      if (!view.mark().equals(known.mark())) {
        return Optional.of(view);
      }
    }
  }

  @Override
  public void writeLog(UserId user, BagId bag, int taskIndex, LogStream stream, OutputStream sink)
      throws IOException {
    results.writeLog(mapErrors(() -> requireVisible(user, bag)), taskIndex, stream, sink);
  }

  @Override
  public void writeKeptOutput(
      UserId user, BagId bag, int taskIndex, RelativePath path, OutputStream sink)
      throws IOException {
    Submission submission = mapErrors(() -> requireVisible(user, bag));
    new KeptOutputService(database).write(submission, taskIndex, path, sink);
  }

  @Override
  public ResultList results(UserId user, BagId bag, Optional<Digest> after) {
    return results.list(mapErrors(() -> requireVisible(user, bag)), after);
  }

  @Override
  public void writePack(UserId user, BagId bag, Digest pack, OutputStream sink) throws IOException {
    results.writePack(mapErrors(() -> requireVisible(user, bag)).bag(), pack, sink);
  }

  @Override
  public List<Digest> missingBlobs(UserId user, List<Digest> digests) {
    return mapErrors(() -> database.userFiles().missing(user, digests));
  }

  @Override
  public long maxFileBytes() {
    return database.contentLimits().maxFileBytes();
  }

  @Override
  public void putBlob(UserId user, Digest digest, long bytes, InputStream content)
      throws IOException {
    try {
      database.userFiles().add(user, digest, content, Math.min(bytes, maxFileBytes()));
    } catch (BlobRejectedException e) {
      boolean isTooLarge = e.reason() == BlobRejectedException.Reason.TOO_LARGE;
      throw new ApiException(
          isTooLarge ? ApiException.Kind.TOO_LARGE : ApiException.Kind.INVALID,
          String.valueOf(e.getMessage()),
          isTooLarge ? "Split the file, or let the tasks download it." : "Upload the file again.");
    } catch (Store.Unavailable e) {
      throw DatabaseErrorMapper.unavailable(e);
    }
  }

  @Override
  public void putSmallBlobs(UserId user, List<byte[]> contents) {
    mapErrors(
        () -> {
          database.userFiles().addSmall(user, contents);
          return contents;
        });
  }

  @Override
  public UploadApi uploads() {
    return uploads;
  }

  @Override
  public List<ProviderView> providers() {
    return mapErrors(() -> ProviderViews.of(database.providers(), directory.connectedProviders()));
  }

  @Override
  public AccountView account(UserId user, long before, int limit) {
    return mapErrors(
        () ->
            new AccountService(database.ledger(), database.submissions())
                .view(user, before, limit));
  }

  @Override
  public AuctionView auction(UserId user, int limit) {
    return mapErrors(
        () -> {
          List<ClearingView> clearings = database.auction().latest(limit);
          Set<BagId> bags = BagViews.bagsIn(clearings);
          return new AuctionView(clearings, database.submissions().names(user, bags));
        });
  }
}
