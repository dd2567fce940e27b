package tender.server.bags;

import tender.server.engine.BagEventProcessor;
import tender.server.engine.BagChangeNotifier;
import tender.server.engine.ProviderDirectory;
import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.PlacementState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.api.view.AccountView;
import tender.server.api.view.AuctionView;
import tender.server.api.BagApi;
import tender.server.api.view.BagPage;
import tender.server.api.view.BagView;
import tender.server.model.ClearingView;
import tender.server.api.view.QuoteView;
import tender.server.api.ApiException;
import tender.server.api.view.Explanation;
import tender.server.api.LogStream;
import tender.server.model.UserId;
import tender.server.api.view.ProviderView;
import tender.server.api.view.ResultList;
import tender.server.model.Requirements;
import tender.server.store.content.BlobRejectedException;
import tender.server.store.Database;
import tender.server.store.content.Pack;
import tender.server.store.bags.Submission;
import tender.server.store.bags.SubmissionRepository;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;

/** What the market does for people, around PostgreSQL. */
public final class BagService implements BagApi {
  private static final long LARGEST_FILE_BYTES = 64L << 20;
  private static final long LARGEST_BAG_BYTES = 1L << 30;

  /** How often to look for what another replica has written. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final Database database;
  private final BagEventProcessor works;
  private final ProviderDirectory roster;
  private final BagChangeNotifier changes;
  private final Consumer<Transaction> written;
  private final ResultService results;

  public BagService(
      Database database,
      BagEventProcessor works,
      ProviderDirectory roster,
      BagChangeNotifier changes,
      Consumer<Transaction> written) {
    this.database = database;
    this.works = works;
    this.roster = roster;
    this.changes = changes;
    this.written = written;
    results = new ResultService(database);
  }

  @Override
  public BagId submit(UserId person, String clientKey, WorkOrder order, Requirements wish) {
    requireFiles(order);
    RequirementsValidator.validate(wish, order);
    return mapErrors(
        () -> {
          BagId id = BagIdGenerator.next();
          long nowMillis = database.store().nowMillis();
          // Without a deadline the best offers are those that end first.
          long deadlineMillis = wish.deadlineMillis().orElse(nowMillis);
          Bag bag =
              new Bag(
                  order.tasks(), order.width(), order.runtimeMillis(), nowMillis, deadlineMillis);
          Transaction transaction =
              roster
                  .transactionBuilder()
                  .submit(
                      Optional.empty(), id, bag, RequirementsValidator.submissionPolicy(wish, deadlineMillis), nowMillis)
                  .orElseThrow();
          Submission submission = new Submission(id, person, clientKey, order, wish);
          Submission.Result result = database.store().submit(submission, transaction);
          if (result.isNew()) {
            works.bagCreated(transaction);
            written.accept(transaction);
          } else {
            requireSame(result.bag(), submission);
          }
          return result.bag();
        });
  }

  private void requireFiles(WorkOrder order) {
    long bytes = order.inputBytes();
    if (bytes > LARGEST_BAG_BYTES) {
      throw new ApiException(
          ApiException.Kind.TOO_LARGE,
          "The inputs have " + bytes + " bytes, and may have " + LARGEST_BAG_BYTES + ".",
          "Leave some out, or have the tasks fetch them.");
    }
    List<Digest> missing = mapErrors(() -> database.blobs().missing(order.digests()));
    if (!missing.isEmpty()) {
      throw new ApiException(
          ApiException.Kind.INVALID,
          missing.size() + " files of the bag are not here, the first is " + missing.getFirst(),
          "Put them here first, then hand in the bag again.");
    }
  }

  private void requireSame(BagId bag, Submission submission) {
    Submission first = submission(bag);
    if (!first.order().equals(submission.order()) || !first.requirements().equals(submission.requirements())) {
      throw new ApiException(
          ApiException.Kind.CONFLICT,
          "The key '" + submission.clientKey() + "' was used for another bag, " + bag + ".",
          "Use a new key for a new bag.");
    }
  }

  private Submission submission(BagId bag) {
    return database.submissions().find(bag).orElseThrow(() -> notFound(bag));
  }

  static ApiException notFound(BagId bag) {
    return new ApiException(
        ApiException.Kind.NOT_FOUND,
        "There is no bag " + bag + " of yours.",
        "Look for its id in the list of your bags (tender status, GET /v1/bags).");
  }

  /** A person's bag; another person's is not found. */
  Submission requireOwned(UserId person, BagId bag) {
    Submission submission = submission(bag);
    if (!submission.user().equals(person)) {
      throw notFound(bag);
    }
    return submission;
  }

  private StoredBag stored(BagId bag) {
    return database.store().read(bag).orElseThrow(() -> notFound(bag));
  }

  @Override
  public BagView status(UserId person, BagId bag) {
    return mapErrors(() -> view(requireOwned(person, bag)));
  }

  private BagView view(Submission submission) {
    return view(submission, stored(submission.bag()));
  }

  private BagView view(Submission submission, StoredBag stored) {
    List<Pack> packs =
        BagViews.done(stored.state()).isEmpty()
            ? List.of()
            : database.packs().accepted(submission.bag());
    return BagViews.view(stored, submission, packs, database.store().nowMillis());
  }

  @Override
  public BagPage list(UserId person, Optional<String> cursor, int limit) {
    return mapErrors(
        () -> {
          List<SubmissionRepository.ListedBag> listed =
              database.submissions().list(person, cursor.map(BagService::cursor), limit);
          List<BagView> views = new ArrayList<>();
          for (SubmissionRepository.ListedBag one : listed) {
            views.add(view(submission(one.bag())));
          }
          Optional<String> next =
              listed.size() < limit
                  ? Optional.empty()
                  : Optional.of(listed.getLast().createdMillis() + "." + listed.getLast().bag());
          return new BagPage(views, next);
        });
  }

  private static SubmissionRepository.ListedBag cursor(String text) {
    int dot = text.indexOf('.');
    try {
      return new SubmissionRepository.ListedBag(
          new BagId(text.substring(dot + 1)), "", Long.parseLong(text.substring(0, dot)));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new ApiException(
          ApiException.Kind.INVALID,
          "The cursor '" + text + "' was not given by this list.",
          "Use the one that came with the page before, or none.");
    }
  }

  @Override
  public void accept(UserId person, BagId bag, long byMillis, Money price) {
    mapErrors(
        () -> {
          requireOwned(person, bag);
          if (hasAgreed(bag, byMillis)) {
            return Optional.empty();
          }
          if (!asking(bag).isAcceptedBy(byMillis, price)) {
            throw new ApiException(
                ApiException.Kind.CONFLICT,
                "The quote of bag " + bag + " has changed since.",
                "Look at it again, and agree to what it says now.");
          }
          return works.apply(bag, List.of(new BagEvent.QuoteAccepted(byMillis, price)));
        });
  }

  /** Saying the same twice is saying it once. */
  private boolean hasAgreed(BagId bag, long byMillis) {
    return stored(bag).state() instanceof BagState.Open open
        && open.placement().filter(PlacementState.AwaitingAcceptance.class::isInstance).isEmpty()
        && open.acceptancePolicy().deadlineMillis() == byMillis;
  }

  private QuoteView asking(BagId bag) {
    return BagViews.quote(stored(bag).state()).orElseThrow(() -> noPendingQuote(bag));
  }

  static ApiException noPendingQuote(BagId bag) {
    return new ApiException(
        ApiException.Kind.CONFLICT,
        "Nothing is asked about bag " + bag + ".",
        "Its status says how far it has come.");
  }

  @Override
  public void decline(UserId person, BagId bag) {
    mapErrors(
        () -> {
          requireOwned(person, bag);
          if (stored(bag).state() instanceof BagState.Ended ended
              && ended.ending() == BagState.Ending.QUOTE_NOT_ACCEPTED) {
            return Optional.empty();
          }
          asking(bag);
          return works.apply(bag, List.of(new BagEvent.QuoteDeclined()));
        });
  }

  @Override
  public void cancel(UserId person, BagId bag) {
    mapErrors(
        () -> {
          requireOwned(person, bag);
          return works.apply(bag, List.of(new BagEvent.CancelRequested()));
        });
  }

  @Override
  public BagId retry(UserId person, BagId bag, String clientKey, Requirements wish) {
    Submission first = mapErrors(() -> requireOwned(person, bag));
    BagView ended = mapErrors(() -> view(first));
    WorkOrder order = mapErrors(() -> again(first, ended));
    return submit(person, clientKey, order, RequirementsValidator.forRetry(wish, first.requirements(), ended.paid()));
  }

  private WorkOrder again(Submission submission, BagView view) {
    if (!view.state().isEnded()) {
      throw new ApiException(
          ApiException.Kind.CONFLICT,
          "Bag " + submission.bag() + " has not ended.",
          "Wait for it, or cancel it first.");
    }
    WorkOrder order = submission.order();
    TaskSet notDone =
        BagViews.taskIndexes(
            order,
            TaskSet.first(order.tasks()).minus(BagViews.done(stored(submission.bag()).state())));
    TaskSet again =
        view.failed().stream().map(BagView.FailedTasks::tasks).reduce(notDone, TaskSet::plus);
    if (again.isEmpty()) {
      throw new ApiException(
          ApiException.Kind.CONFLICT,
          "All " + order.tasks() + " tasks of bag " + submission.bag() + " have succeeded.",
          "There is nothing to try again.");
    }
    return order.only(again);
  }

  @Override
  public Explanation explain(UserId person, BagId bag) {
    return mapErrors(
        () -> {
          requireOwned(person, bag);
          return BagViews.explain(stored(bag).state(), database.store().history(bag));
        });
  }

  @Override
  public BagView await(UserId person, BagId bag, long sinceVersion, Duration upTo)
      throws InterruptedException {
    Submission submission = mapErrors(() -> requireOwned(person, bag));
    long endNanos = System.nanoTime() + upTo.toNanos();
    while (true) {
      CountDownLatch change = changes.nextChange(bag);
      StoredBag stored = mapErrors(() -> stored(bag));
      Duration left = Duration.ofNanos(endNanos - System.nanoTime());
      if (stored.version() > sinceVersion || !left.isPositive()) {
        return mapErrors(() -> view(submission, stored));
      }
      BagChangeNotifier.await(change, left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
    }
  }

  @Override
  public void writeLog(UserId person, BagId bag, int task, LogStream stream, OutputStream sink)
      throws IOException {
    results.writeLog(mapErrors(() -> requireOwned(person, bag)), task, stream, sink);
  }

  @Override
  public ResultList results(UserId person, BagId bag, Optional<Digest> after) {
    return results.list(mapErrors(() -> requireOwned(person, bag)), after);
  }

  @Override
  public void writePack(UserId person, BagId bag, Digest pack, OutputStream sink)
      throws IOException {
    results.writePack(mapErrors(() -> requireOwned(person, bag)).bag(), pack, sink);
  }

  @Override
  public List<Digest> missingBlobs(UserId person, List<Digest> digests) {
    return mapErrors(() -> database.blobs().missing(digests));
  }

  @Override
  public void putBlob(UserId person, Digest digest, long bytes, InputStream content)
      throws IOException {
    try {
      database.blobs().write(digest, content, Math.min(bytes, LARGEST_FILE_BYTES));
    } catch (BlobRejectedException e) {
      boolean large = e.reason() == BlobRejectedException.Reason.TOO_LARGE;
      throw new ApiException(
          large ? ApiException.Kind.TOO_LARGE : ApiException.Kind.INVALID,
          String.valueOf(e.getMessage()),
          large ? "Split it, or have the tasks fetch it." : "Send the file again.");
    } catch (Store.Unavailable e) {
      throw DatabaseErrorMapper.unavailable(e);
    }
  }

  @Override
  public List<ProviderView> providers() {
    return mapErrors(
        () -> {
          List<ProviderId> connected = roster.connectedProviders();
          Map<ProviderId, TrackRecord> records = database.providers().trackRecords();
          return database.providers().list().stream()
              .filter(provider -> !provider.isRevoked())
              .map(
                  provider -> {
                    TrackRecord record = records.getOrDefault(provider.id(), TrackRecord.NONE);
                    return new ProviderView(
                        provider.id(), connected.contains(provider.id()), record);
                  })
              .toList();
        });
  }

  @Override
  public AccountView account(UserId person, long before, int limit) {
    return mapErrors(
        () -> new AccountService(database.ledger(), database.submissions()).view(person, before, limit));
  }

  @Override
  public AuctionView auction(UserId person, int limit) {
    return mapErrors(
        () -> {
          List<ClearingView> clearings = database.auction().latest(limit);
          Set<BagId> bags = BagViews.bagsIn(clearings);
          return new AuctionView(clearings, database.submissions().names(person, bags));
        });
  }
}
