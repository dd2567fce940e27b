package tender.server.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.PackEntry;
import tender.core.compose.UnusedOffer;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;
import tender.server.api.ApiException.Kind;
import tender.server.api.view.AccountView;
import tender.server.api.view.AuctionView;
import tender.server.api.view.BagPage;
import tender.server.api.view.BagView;
import tender.server.api.view.Explanation;
import tender.server.api.view.FailedAttempts;
import tender.server.api.view.ProviderView;
import tender.server.api.view.QuoteView;
import tender.server.api.view.task.PackView;
import tender.server.api.view.task.ResultList;
import tender.server.model.BagPhase;
import tender.server.model.RemainingData;
import tender.server.model.Requirements;
import tender.server.model.UserId;

/** A {@link BagApi} for tests, with two providers whose offers and results the test controls. */
public class InMemoryBagApi implements BagApi {
  public static final ProviderId FIRST = new ProviderId("hpc-1");
  public static final ProviderId SECOND = new ProviderId("hpc-2");

  private static final long QUOTE_VALIDITY_MILLIS = 600_000;

  /** How much earlier than promised the providers expect to be done. */
  private static final long QUOTE_RESERVE_MILLIS = 900_000;

  private record Key(UserId user, String clientKey) {}

  private final Map<BagId, InMemoryBag> bags = new LinkedHashMap<>();
  private final Set<UserId> projectReaders = new HashSet<>();
  private final Map<Key, BagId> keys = new HashMap<>();
  private final Map<Digest, byte[]> packs = new HashMap<>();
  private final Set<String> uploads = ConcurrentHashMap.newKeySet();
  public final InMemoryKeptOutputs keptOutputs = new InMemoryKeptOutputs();
  private final long nowMillis;
  private long quoteCompletionMillis;
  private Money quotePrice = Money.ZERO;
  private Optional<QuoteView.Alternative> quoteAlternative = Optional.empty();

  public InMemoryBagApi(long nowMillis) {
    this.nowMillis = nowMillis;
    quoteCompletionMillis = nowMillis;
  }

  /** Sets the completion time and price of all further quotes. */
  public synchronized void quote(long completionMillis, Money price) {
    quoteCompletionMillis = completionMillis;
    quotePrice = price;
  }

  /** Sets the alternative of all further quotes. */
  public synchronized void quoteAlternative(long completionMillis, Money price) {
    quoteAlternative = Optional.of(new QuoteView.Alternative(completionMillis, price));
  }

  /**
   * Ends a task with an accepted result.
   *
   * @param position the task's position in the bag
   * @param files content by name in the pack
   */
  public synchronized void deliver(
      BagId bag, int position, int exitCode, Map<String, String> files, long atMillis) {
    InMemoryBag entry = bags.get(bag);
    byte[] pack = InMemoryBag.pack(position, files);
    Digest digest = Digest.of(pack);
    packs.put(digest, pack);
    boolean isMissing = exitCode == 0 && files.containsKey(PackEntry.REFUSED);
    entry.addPack(digest, pack.length, position, exitCode, isMissing, atMillis);
    entry.taskEnded(position, exitCode, isMissing, atMillis);
    changed(entry);
  }

  /** Breaks the promise and gives up the bag. */
  public synchronized void giveUp(BagId bag, Breach breach) {
    InMemoryBag entry = bags.get(bag);
    entry.breach = Optional.of(breach);
    entry.end(BagPhase.GIVEN_UP, breach.endedMillis());
    changed(entry);
  }

  /** With what a bag was submitted. */
  public synchronized Requirements requirements(BagId bag) {
    return bags.get(bag).requirements;
  }

  /** Sets the failed attempts of a bag, which does not change its version. */
  public synchronized void attemptsFailed(BagId bag, FailedAttempts failed) {
    bags.get(bag).failedAttempts = Optional.of(failed);
    notifyAll();
  }

  /** Stops a bag, because its first tasks all failed. */
  public synchronized void stop(BagId bag, FailedAttempts failed) {
    attemptsFailed(bag, failed);
    bags.get(bag).end(BagPhase.STOPPED, nowMillis);
    changed(bags.get(bag));
  }

  /** Sets the forecast of a bag. */
  public synchronized void forecast(BagId bag, long completionMillis) {
    InMemoryBag entry = bags.get(bag);
    entry.forecastMillis = OptionalLong.of(completionMillis);
    changed(entry);
  }

  @Override
  public synchronized BagId submit(
      UserId user, String clientKey, WorkOrder order, Requirements requirements) {
    Key key = new Key(user, clientKey);
    BagId existing = keys.get(key);
    if (existing != null) {
      InMemoryBag bag = bags.get(existing);
      if (!bag.isDeleted && bag.order.equals(order) && bag.requirements.equals(requirements)) {
        return existing;
      }
      throw ApiException.conflict(
          "The key \"" + clientKey + "\" was already used for another bag.",
          "Use a new key for a new bag.");
    }
    if (!missingBlobs(user, List.copyOf(order.digests())).isEmpty()) {
      throw new ApiException(
          Kind.INVALID, "Input files are missing.", "Upload them (PUT /v1/blobs) first.");
    }
    InMemoryBag bag =
        new InMemoryBag(
            new BagId("b" + (bags.size() + 1)), user, order, requirements, nowMillis + bags.size());
    bags.put(bag.id, bag);
    keys.put(key, bag.id);
    bag.quoteOrPromise(offer());
    return bag.id;
  }

  private QuoteView offer() {
    return new QuoteView(
        quoteCompletionMillis,
        quoteCompletionMillis - QUOTE_RESERVE_MILLIS,
        quotePrice,
        Money.ZERO,
        nowMillis + QUOTE_VALIDITY_MILLIS,
        quoteAlternative);
  }

  private void changed(InMemoryBag bag) {
    bag.changed();
    notifyAll();
  }

  private InMemoryBag find(UserId user, BagId id) {
    return findAlsoDeleted(user, id).requirePresent();
  }

  private InMemoryBag findAlsoDeleted(UserId user, BagId id) {
    return Optional.ofNullable(bags.get(id))
        .filter(bag -> bag.user.equals(user))
        .orElseThrow(() -> InMemoryBag.notFound(id));
  }

  /** From now on this user may read the bags of all projects. */
  public synchronized void addReader(UserId user) {
    projectReaders.add(user);
  }

  private InMemoryBag readable(UserId user, BagId id) {
    InMemoryBag bag = bags.get(id);
    boolean isShown = bag != null && bag.requirements.project().isPresent() && !bag.isDeleted;
    return isShown && projectReaders.contains(user) ? bag : find(user, id);
  }

  @Override
  public synchronized BagView status(UserId user, BagId bag) {
    return readable(user, bag).view();
  }

  @Override
  public synchronized BagPage list(UserId user, Optional<String> cursor, int limit) {
    List<BagView> all =
        bags.values().stream()
            .filter(bag -> bag.user.equals(user) && !bag.isDeleted)
            .map(InMemoryBag::view)
            .toList()
            .reversed();
    int from = cursor.map(Integer::parseInt).orElse(0);
    int until = Math.min(all.size(), from + limit);
    return new BagPage(
        all.subList(from, until),
        until < all.size() ? Optional.of(String.valueOf(until)) : Optional.empty());
  }

  @Override
  public synchronized void accept(UserId user, BagId id, long completionMillis, Money price) {
    InMemoryBag bag = find(user, id);
    if (bag.promised.isPresent()) {
      return;
    }
    QuoteView offer = bag.quote.orElseThrow(() -> bag.noPendingQuote());
    if (!offer.isAcceptedBy(completionMillis, price)) {
      throw new ApiException(
          Kind.CONFLICT, "The quote has changed.", "Read the quote again, and accept that.");
    }
    bag.promise(
        completionMillis < offer.completionMillis() ? InMemoryBag.alternative(offer) : offer);
    changed(bag);
  }

  @Override
  public synchronized void decline(UserId user, BagId id) {
    InMemoryBag bag = find(user, id);
    if (bag.state == BagPhase.DECLINED) {
      return;
    }
    if (bag.quote.isEmpty()) {
      throw bag.noPendingQuote();
    }
    bag.end(BagPhase.DECLINED, nowMillis);
    changed(bag);
  }

  @Override
  public synchronized RemainingData delete(UserId user, BagId id) {
    return findAlsoDeleted(user, id).delete();
  }

  @Override
  public synchronized void cancel(UserId user, BagId id) {
    InMemoryBag bag = find(user, id);
    if (!bag.state.isEnded()) {
      bag.end(BagPhase.CANCELLED, nowMillis);
      changed(bag);
    }
  }

  @Override
  public synchronized BagId retry(
      UserId user, BagId id, String clientKey, Requirements requirements) {
    InMemoryBag bag = find(user, id);
    TaskSet retried = bag.unfinished();
    if (!bag.state.isEnded() || retried.isEmpty()) {
      throw ApiException.conflict(
          "Bag " + id + " has not ended, or has no tasks to retry.", "Wait until it ends.");
    }
    return submit(user, clientKey, bag.order.only(retried), requirements);
  }

  @Override
  public synchronized Explanation explain(UserId user, BagId id) {
    InMemoryBag bag = readable(user, id);
    int tasks = bag.order.tasks();
    int first = InMemoryBag.firstPart(tasks);
    Money each = new Money(quotePrice.millicredits() / tasks);
    return new Explanation(
        1,
        List.of(FIRST, SECOND, new ProviderId("hpc-3")),
        List.of(new ProviderId("hpc-3")),
        List.of(
            usedOffer(new Offer(FIRST, first, quoteCompletionMillis, each), first),
            new Explanation.ConsideredOffer(
                new Offer(FIRST, tasks, quoteCompletionMillis + 3_600_000, each),
                0,
                Optional.of(UnusedOffer.Reason.OTHER_OFFER_USED),
                Optional.empty()),
            usedOffer(new Offer(SECOND, tasks, quoteCompletionMillis, each), tasks - first)),
        List.of(),
        bag.order.width(),
        List.of(),
        Optional.empty());
  }

  private static Explanation.ConsideredOffer usedOffer(Offer offer, int tasks) {
    return new Explanation.ConsideredOffer(offer, tasks, Optional.empty(), Optional.of(Money.ZERO));
  }

  @Override
  public synchronized Optional<BagView> await(UserId user, BagView known, Duration timeout)
      throws InterruptedException {
    long untilNanos = System.nanoTime() + timeout.toNanos();
    InMemoryBag bag = readable(user, known.id());
    for (long left = timeout.toMillis();
        left > 0 && bag.view().mark().equals(known.mark());
        left = (untilNanos - System.nanoTime()) / 1_000_000) {
      wait(left);
    }
    return Optional.of(bag.view()).filter(view -> !view.mark().equals(known.mark()));
  }

  @Override
  public synchronized void writeLog(
      UserId user, BagId id, int taskIndex, LogStream stream, OutputStream sink)
      throws IOException {
    InMemoryBag bag = readable(user, id);
    String wanted = stream == LogStream.STDOUT ? PackEntry.STDOUT : PackEntry.STDERR;
    if (!bag.writeResultFile(packs, taskIndex, wanted, sink)) {
      throw ApiException.notFound(
          "Task " + taskIndex + " has no " + wanted + " yet.", "Wait until it ends.");
    }
  }

  @Override
  public synchronized ResultList results(UserId user, BagId id, Optional<Digest> after) {
    InMemoryBag bag = readable(user, id);
    List<PackView> packs = bag.packs;
    List<Digest> digests = packs.stream().map(PackView::digest).toList();
    int from = after.map(last -> digests.indexOf(last) + 1).orElse(0);
    return new ResultList(
        bag.order.only(), bag.order.workDigest(), packs.subList(from, packs.size()));
  }

  @Override
  public void writeKeptOutput(
      UserId user, BagId id, int taskIndex, RelativePath path, OutputStream sink)
      throws IOException {
    readable(user, id);
    keptOutputs.write(id, taskIndex, path, sink);
  }

  @Override
  public synchronized void writePack(UserId user, BagId id, Digest pack, OutputStream sink)
      throws IOException {
    if (readable(user, id).packs.stream().noneMatch(one -> one.digest().equals(pack))) {
      throw ApiException.notFound("Bag " + id + " has no pack.", "List the bag's results again.");
    }
    sink.write(packs.get(pack));
  }

  @Override
  public synchronized List<Digest> missingBlobs(UserId user, List<Digest> digests) {
    return digests.stream().filter(one -> !uploads.contains(user + one.hex())).distinct().toList();
  }

  @Override
  public long maxFileBytes() {
    return InputFile.MAX_UPLOAD_BYTES;
  }

  @Override
  public UploadApi uploads() {
    return new NoUploads();
  }

  @Override
  public void putBlob(UserId user, Digest digest, long bytes, InputStream content)
      throws IOException {
    byte[] all = content.readAllBytes();
    if (all.length != bytes || !Digest.of(all).equals(digest)) {
      throw ApiException.invalid(
          "The content does not have the digest " + digest + ".", "Upload the file again.");
    }
    uploads.add(user + digest.hex());
  }

  @Override
  public void putSmallBlobs(UserId user, List<byte[]> contents) {
    contents.forEach(content -> uploads.add(user + Digest.of(content).hex()));
  }

  @Override
  public List<ProviderView> providers() {
    return List.of(
        new ProviderView(FIRST, true, true, new TrackRecord(12, 1, 90_500), List.of()),
        new ProviderView(SECOND, false, false, TrackRecord.NONE, List.of()));
  }

  @Override
  public AccountView account(UserId user, long before, int limit) {
    return InMemoryAccount.view(nowMillis);
  }

  @Override
  public AuctionView auction(UserId user, int limit) {
    return InMemoryAuction.view(nowMillis, limit);
  }
}
