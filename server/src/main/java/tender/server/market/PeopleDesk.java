package tender.server.market;

import static tender.server.market.Guard.guarded;

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
import tender.core.metascheduler.BagEvent;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Tender;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;
import tender.core.store.Store;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.market.view.AccountView;
import tender.server.market.view.AuctionView;
import tender.server.market.view.BagDesk;
import tender.server.market.view.BagPage;
import tender.server.market.view.BagView;
import tender.server.market.view.ClearingView;
import tender.server.market.view.CounterOffer;
import tender.server.market.view.DeskRefusal;
import tender.server.market.view.Explanation;
import tender.server.market.view.LogStream;
import tender.server.market.view.PersonId;
import tender.server.market.view.ProviderView;
import tender.server.market.view.ResultList;
import tender.server.market.view.Wish;
import tender.server.store.BlobRefusedException;
import tender.server.store.Database;
import tender.server.store.Pack;
import tender.server.store.Submission;
import tender.server.store.Submissions;
import tender.work.Digest;
import tender.work.WorkOrder;

/** What the market does for people, around PostgreSQL. */
final class PeopleDesk implements BagDesk {
  private static final long LARGEST_FILE_BYTES = 64L << 20;
  private static final long LARGEST_BAG_BYTES = 1L << 30;

  /** How often to look for what another replica has written. */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

  private final Database database;
  private final BagWorks works;
  private final Roster roster;
  private final Changes changes;
  private final Consumer<Transaction> written;
  private final ResultsDesk results;

  PeopleDesk(
      Database database,
      BagWorks works,
      Roster roster,
      Changes changes,
      Consumer<Transaction> written) {
    this.database = database;
    this.works = works;
    this.roster = roster;
    this.changes = changes;
    this.written = written;
    results = new ResultsDesk(database);
  }

  @Override
  public BagId submit(PersonId person, String clientKey, WorkOrder order, Wish wish) {
    requireFiles(order);
    Wishes.require(wish, order);
    return guarded(
        () -> {
          BagId id = BagIds.draw();
          long nowMillis = database.store().nowMillis();
          // Without a deadline the best offers are those that end first.
          long deadlineMillis = wish.deadlineMillis().orElse(nowMillis);
          Bag bag =
              new Bag(
                  order.tasks(), order.width(), order.runtimeMillis(), nowMillis, deadlineMillis);
          Transaction transaction =
              roster
                  .clerk()
                  .submit(
                      Optional.empty(), id, bag, Wishes.mandate(wish, deadlineMillis), nowMillis)
                  .orElseThrow();
          Submission submission = new Submission(id, person, clientKey, order, wish);
          Submission.Result result = database.store().submit(submission, transaction);
          if (result.isNew()) {
            works.begun(transaction);
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
      throw new DeskRefusal(
          DeskRefusal.Kind.TOO_LARGE,
          "The inputs have " + bytes + " bytes, and may have " + LARGEST_BAG_BYTES + ".",
          "Leave some out, or have the tasks fetch them.");
    }
    List<Digest> missing = guarded(() -> database.blobs().missing(order.digests()));
    if (!missing.isEmpty()) {
      throw new DeskRefusal(
          DeskRefusal.Kind.NOT_USABLE,
          missing.size() + " files of the bag are not here, the first is " + missing.getFirst(),
          "Put them here first, then hand in the bag again.");
    }
  }

  private void requireSame(BagId bag, Submission submission) {
    Submission first = submission(bag);
    if (!first.order().equals(submission.order()) || !first.wish().equals(submission.wish())) {
      throw new DeskRefusal(
          DeskRefusal.Kind.CONFLICT,
          "The key '" + submission.clientKey() + "' was used for another bag, " + bag + ".",
          "Use a new key for a new bag.");
    }
  }

  private Submission submission(BagId bag) {
    return database.submissions().find(bag).orElseThrow(() -> notFound(bag));
  }

  static DeskRefusal notFound(BagId bag) {
    return new DeskRefusal(
        DeskRefusal.Kind.NOT_FOUND,
        "There is no bag " + bag + " of yours.",
        "Look for its id in the list of your bags (tender status, GET /v1/bags).");
  }

  /** A person's bag; another person's is not found. */
  Submission own(PersonId person, BagId bag) {
    Submission submission = submission(bag);
    if (!submission.person().equals(person)) {
      throw notFound(bag);
    }
    return submission;
  }

  private StoredBag stored(BagId bag) {
    return database.store().read(bag).orElseThrow(() -> notFound(bag));
  }

  @Override
  public BagView status(PersonId person, BagId bag) {
    return guarded(() -> view(own(person, bag)));
  }

  private BagView view(Submission submission) {
    return view(submission, stored(submission.bag()));
  }

  private BagView view(Submission submission, StoredBag stored) {
    List<Pack> packs =
        Views.done(stored.state()).isEmpty()
            ? List.of()
            : database.packs().counted(submission.bag());
    return Views.view(stored, submission, packs, database.store().nowMillis());
  }

  @Override
  public BagPage list(PersonId person, Optional<String> cursor, int limit) {
    return guarded(
        () -> {
          List<Submissions.Listed> listed =
              database.submissions().list(person, cursor.map(PeopleDesk::cursor), limit);
          List<BagView> views = new ArrayList<>();
          for (Submissions.Listed one : listed) {
            views.add(view(submission(one.bag())));
          }
          Optional<String> next =
              listed.size() < limit
                  ? Optional.empty()
                  : Optional.of(listed.getLast().createdMillis() + "." + listed.getLast().bag());
          return new BagPage(views, next);
        });
  }

  private static Submissions.Listed cursor(String text) {
    int dot = text.indexOf('.');
    try {
      return new Submissions.Listed(
          new BagId(text.substring(dot + 1)), "", Long.parseLong(text.substring(0, dot)));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new DeskRefusal(
          DeskRefusal.Kind.NOT_USABLE,
          "The cursor '" + text + "' was not given by this list.",
          "Use the one that came with the page before, or none.");
    }
  }

  @Override
  public void agree(PersonId person, BagId bag, long byMillis, Money price) {
    guarded(
        () -> {
          own(person, bag);
          if (hasAgreed(bag, byMillis)) {
            return Optional.empty();
          }
          if (!asking(bag).isTakenBy(byMillis, price)) {
            throw new DeskRefusal(
                DeskRefusal.Kind.CONFLICT,
                "The quote of bag " + bag + " has changed since.",
                "Look at it again, and agree to what it says now.");
          }
          return works.apply(bag, List.of(new BagEvent.Agreed(byMillis, price)));
        });
  }

  /** Saying the same twice is saying it once. */
  private boolean hasAgreed(BagId bag, long byMillis) {
    return stored(bag).state() instanceof BagState.Open open
        && open.tender().filter(Tender.Asking.class::isInstance).isEmpty()
        && open.mandate().deadlineMillis() == byMillis;
  }

  private CounterOffer asking(BagId bag) {
    return Views.counterOffer(stored(bag).state()).orElseThrow(() -> notAsked(bag));
  }

  static DeskRefusal notAsked(BagId bag) {
    return new DeskRefusal(
        DeskRefusal.Kind.CONFLICT,
        "Nothing is asked about bag " + bag + ".",
        "Its status says how far it has come.");
  }

  @Override
  public void decline(PersonId person, BagId bag) {
    guarded(
        () -> {
          own(person, bag);
          if (stored(bag).state() instanceof BagState.Ended ended
              && ended.ending() == BagState.Ending.NOT_AGREED) {
            return Optional.empty();
          }
          asking(bag);
          return works.apply(bag, List.of(new BagEvent.Declined()));
        });
  }

  @Override
  public void cancel(PersonId person, BagId bag) {
    guarded(
        () -> {
          own(person, bag);
          return works.apply(bag, List.of(new BagEvent.Cancelled()));
        });
  }

  @Override
  public BagId retry(PersonId person, BagId bag, String clientKey, Wish wish) {
    Submission first = guarded(() -> own(person, bag));
    BagView ended = guarded(() -> view(first));
    WorkOrder order = guarded(() -> again(first, ended));
    return submit(person, clientKey, order, Wishes.again(wish, first.wish(), ended.paid()));
  }

  private WorkOrder again(Submission submission, BagView view) {
    if (!view.state().isEnded()) {
      throw new DeskRefusal(
          DeskRefusal.Kind.CONFLICT,
          "Bag " + submission.bag() + " has not ended.",
          "Wait for it, or cancel it first.");
    }
    WorkOrder order = submission.order();
    TaskSet notDone =
        Views.numbers(
            order,
            TaskSet.first(order.tasks()).minus(Views.done(stored(submission.bag()).state())));
    TaskSet again =
        view.failed().stream().map(BagView.FailedTasks::tasks).reduce(notDone, TaskSet::plus);
    if (again.isEmpty()) {
      throw new DeskRefusal(
          DeskRefusal.Kind.CONFLICT,
          "All " + order.tasks() + " tasks of bag " + submission.bag() + " have succeeded.",
          "There is nothing to try again.");
    }
    return order.only(again);
  }

  @Override
  public Explanation explain(PersonId person, BagId bag) {
    return guarded(
        () -> {
          own(person, bag);
          return Views.explain(stored(bag).state(), database.store().news(bag));
        });
  }

  @Override
  public BagView await(PersonId person, BagId bag, long sinceVersion, Duration upTo)
      throws InterruptedException {
    Submission submission = guarded(() -> own(person, bag));
    long endNanos = System.nanoTime() + upTo.toNanos();
    while (true) {
      CountDownLatch change = changes.next(bag);
      StoredBag stored = guarded(() -> stored(bag));
      Duration left = Duration.ofNanos(endNanos - System.nanoTime());
      if (stored.version() > sinceVersion || !left.isPositive()) {
        return guarded(() -> view(submission, stored));
      }
      Changes.await(change, left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
    }
  }

  @Override
  public void writeLog(PersonId person, BagId bag, int task, LogStream stream, OutputStream sink)
      throws IOException {
    results.writeLog(guarded(() -> own(person, bag)), task, stream, sink);
  }

  @Override
  public ResultList results(PersonId person, BagId bag, Optional<Digest> after) {
    return results.list(guarded(() -> own(person, bag)), after);
  }

  @Override
  public void writePack(PersonId person, BagId bag, Digest pack, OutputStream sink)
      throws IOException {
    results.writePack(guarded(() -> own(person, bag)).bag(), pack, sink);
  }

  @Override
  public List<Digest> missingBlobs(PersonId person, List<Digest> digests) {
    return guarded(() -> database.blobs().missing(digests));
  }

  @Override
  public void putBlob(PersonId person, Digest digest, long bytes, InputStream content)
      throws IOException {
    try {
      database.blobs().write(digest, content, Math.min(bytes, LARGEST_FILE_BYTES));
    } catch (BlobRefusedException e) {
      boolean large = e.reason() == BlobRefusedException.Reason.TOO_LARGE;
      throw new DeskRefusal(
          large ? DeskRefusal.Kind.TOO_LARGE : DeskRefusal.Kind.NOT_USABLE,
          String.valueOf(e.getMessage()),
          large ? "Split it, or have the tasks fetch it." : "Send the file again.");
    } catch (Store.Unavailable e) {
      throw Guard.unavailable(e);
    }
  }

  @Override
  public List<ProviderView> providers() {
    return guarded(
        () -> {
          List<ProviderId> connected = roster.called();
          Map<ProviderId, TrackRecord> records = database.providers().records();
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
  public AccountView account(PersonId person, long before, int limit) {
    return guarded(
        () -> new Accounts(database.ledger(), database.submissions()).view(person, before, limit));
  }

  @Override
  public AuctionView auction(PersonId person, int limit) {
    return guarded(
        () -> {
          List<ClearingView> clearings = database.auction().last(limit);
          Set<BagId> bags = Views.bags(clearings);
          return new AuctionView(clearings, database.submissions().names(person, bags));
        });
  }
}
