package tender.server.api;

import tender.server.api.view.AccountView;
import tender.server.api.view.AuctionView;
import tender.server.api.view.BagPage;
import tender.server.api.view.BagPhase;
import tender.server.api.view.BagView;
import tender.server.api.view.QuoteView;
import tender.server.api.view.Explanation;
import tender.server.api.view.PackView;
import tender.server.model.UserId;
import tender.server.api.view.ProviderView;
import tender.server.api.view.ResultList;
import tender.server.model.Requirements;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tender.core.compose.UnusedOffer;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.promise.TrackRecord;
import tender.server.api.ApiException.Kind;
import tender.bagfile.Digest;
import tender.bagfile.results.PackEntry;
import tender.bagfile.RelativePath;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.ResultPackWriter;
import tender.bagfile.WorkOrder;

/**
 * A desk of which nothing outlasts the test. Behind it is a market of two providers, which offer
 * what a test tells them to and do what it says.
 */
public class InMemoryBagApi implements BagApi {
  public static final ProviderId FIRST = new ProviderId("hpc-1");
  public static final ProviderId SECOND = new ProviderId("hpc-2");

  private static final long QUOTE_STANDS_MILLIS = 600_000;

  private record Key(UserId person, String clientKey) {}

  private final Map<BagId, InMemoryBag> bags = new LinkedHashMap<>();
  private final Map<Key, BagId> keys = new HashMap<>();
  private final Map<Digest, byte[]> files = new HashMap<>();
  private final long nowMillis;
  private long quoteByMillis;
  private Money quotePrice = Money.ZERO;
  private Optional<QuoteView.Alternative> quoteInTime = Optional.empty();

  public InMemoryBagApi(long nowMillis) {
    this.nowMillis = nowMillis;
    quoteByMillis = nowMillis;
  }

  static int firstPart(int tasks) {
    return (tasks + 1) / 2;
  }

  /** From now on every bag can be done by then, for so much. */
  public synchronized void quote(long byMillis, Money price) {
    quoteByMillis = byMillis;
    quotePrice = price;
  }

  /** From now on more money makes an earlier end. */
  public synchronized void quoteInTime(long byMillis, Money price) {
    quoteInTime = Optional.of(new QuoteView.Alternative(byMillis, price));
  }

  /**
   * A task of a bag ends, and its result counts.
   *
   * @param task by the bag's numbers
   * @param files by their names in a pack
   */
  public synchronized void deliver(
      BagId bag, int task, int exitCode, Map<String, String> files, long atMillis) {
    InMemoryBag entry = bags.get(bag);
    byte[] pack = pack(task, files);
    Digest digest = Digest.of(pack);
    this.files.put(digest, pack);
    entry.packs.add(new PackView(digest, TaskSet.range(task, task + 1), pack.length));
    entry.ended(task, exitCode, atMillis);
    changed(entry);
  }

  private static byte[] pack(int task, Map<String, String> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ResultPackWriter writer = new ResultPackWriter(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        writer.add(
            new PackEntry(task, new RelativePath(file.getKey())),
            new ByteArrayInputStream(file.getValue().getBytes(StandardCharsets.UTF_8)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** A promise is broken, and the bag is given up. */
  public synchronized void giveUp(BagId bag, Breach breach) {
    InMemoryBag entry = bags.get(bag);
    entry.breach = Optional.of(breach);
    entry.end(BagPhase.GIVEN_UP, breach.endedMillis());
    changed(entry);
  }

  /** It will be done by then, as far as is known now. */
  public synchronized void forecast(BagId bag, long byMillis) {
    InMemoryBag entry = bags.get(bag);
    entry.forecastMillis = OptionalLong.of(byMillis);
    changed(entry);
  }

  @Override
  public synchronized BagId submit(UserId person, String clientKey, WorkOrder order, Requirements wish) {
    Key key = new Key(person, clientKey);
    BagId known = keys.get(key);
    if (known != null) {
      InMemoryBag bag = bags.get(known);
      if (bag.order.equals(order) && bag.wish.equals(wish)) {
        return known;
      }
      throw new ApiException(
          Kind.CONFLICT,
          "The key \"" + clientKey + "\" was used for another bag.",
          "Make a new key for each bag.");
    }
    if (!missingBlobs(person, List.copyOf(order.digests())).isEmpty()) {
      throw new ApiException(
          Kind.INVALID, "Some input files are not here.", "Put them into /v1/blobs first.");
    }
    InMemoryBag bag =
        new InMemoryBag(
            new BagId("b" + (bags.size() + 1)), person, order, wish, nowMillis + bags.size());
    bags.put(bag.id, bag);
    keys.put(key, bag.id);
    answer(bag);
    return bag.id;
  }

  /** Promises what meets the wish, and asks about the rest. */
  private void answer(InMemoryBag bag) {
    QuoteView offer =
        new QuoteView(quoteByMillis, quotePrice, nowMillis + QUOTE_STANDS_MILLIS, quoteInTime);
    boolean late =
        bag.wish.deadlineMillis().isPresent()
            && quoteByMillis > bag.wish.deadlineMillis().getAsLong();
    boolean dear = bag.wish.budget().filter(most -> most.compareTo(quotePrice) < 0).isPresent();
    if (bag.wish.valuation().isPresent()) {
      bag.state = BagPhase.BIDDING;
    } else if (bag.wish.quoteFirst() || late || dear) {
      bag.state = BagPhase.ASKING;
      bag.quote = Optional.of(offer);
    } else {
      bag.promise(offer);
    }
  }

  private void changed(InMemoryBag bag) {
    bag.changed();
    notifyAll();
  }

  private InMemoryBag find(UserId person, BagId id) {
    InMemoryBag bag = bags.get(id);
    if (bag == null || !bag.person.equals(person)) {
      throw new ApiException(
          Kind.NOT_FOUND, "You have no bag \"" + id + "\".", "List those you have.");
    }
    return bag;
  }

  @Override
  public synchronized BagView status(UserId person, BagId bag) {
    return find(person, bag).view();
  }

  @Override
  public synchronized BagPage list(UserId person, Optional<String> cursor, int limit) {
    List<BagView> all =
        bags.values().stream()
            .filter(bag -> bag.person.equals(person))
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
  public synchronized void accept(UserId person, BagId id, long byMillis, Money price) {
    InMemoryBag bag = find(person, id);
    if (bag.promised.isPresent()) {
      return;
    }
    QuoteView offer = bag.quote.orElseThrow(() -> notAsked(bag));
    if (!offer.isAcceptedBy(byMillis, price)) {
      throw new ApiException(
          Kind.CONFLICT, "The quote has changed.", "Look at the bag, and agree to what it says.");
    }
    bag.promise(byMillis < offer.byMillis() ? InMemoryBag.inTime(offer) : offer);
    changed(bag);
  }

  @Override
  public synchronized void decline(UserId person, BagId id) {
    InMemoryBag bag = find(person, id);
    if (bag.state == BagPhase.DECLINED) {
      return;
    }
    if (bag.quote.isEmpty()) {
      throw notAsked(bag);
    }
    bag.end(BagPhase.DECLINED, nowMillis);
    changed(bag);
  }

  private static ApiException notAsked(InMemoryBag bag) {
    return new ApiException(
        Kind.CONFLICT,
        "Bag " + bag.id + " is " + bag.state + ", so there is no quote to answer.",
        "Look at its status.");
  }

  @Override
  public synchronized void cancel(UserId person, BagId id) {
    InMemoryBag bag = find(person, id);
    if (!bag.state.isEnded()) {
      bag.end(BagPhase.CANCELLED, nowMillis);
      changed(bag);
    }
  }

  @Override
  public synchronized BagId retry(UserId person, BagId id, String clientKey, Requirements wish) {
    InMemoryBag bag = find(person, id);
    TaskSet again = bag.unfinished();
    if (!bag.state.isEnded() || again.isEmpty()) {
      throw new ApiException(
          Kind.CONFLICT,
          "Bag " + id + " has no ended tasks to try again.",
          "Wait until it has ended.");
    }
    WorkOrder order = bag.order;
    return submit(
        person,
        clientKey,
        new WorkOrder(
            order.version(),
            order.name(),
            order.command(),
            order.taskList(),
            Optional.of(again),
            order.inputs(),
            order.outputs(),
            order.width(),
            order.runtimeMillis(),
            order.retries()),
        wish);
  }

  @Override
  public synchronized Explanation explain(UserId person, BagId id) {
    InMemoryBag bag = find(person, id);
    int tasks = bag.order.tasks();
    int first = firstPart(tasks);
    Money each = new Money(quotePrice.millicredits() / tasks);
    return new Explanation(
        1,
        List.of(FIRST, SECOND, new ProviderId("hpc-3")),
        List.of(new ProviderId("hpc-3")),
        List.of(
            new Explanation.ConsideredOffer(
                new Offer(FIRST, first, quoteByMillis, each), first, Optional.empty()),
            new Explanation.ConsideredOffer(
                new Offer(FIRST, tasks, quoteByMillis + 3_600_000, each),
                0,
                Optional.of(UnusedOffer.Reason.OTHER_OFFER_USED)),
            new Explanation.ConsideredOffer(
                new Offer(SECOND, tasks, quoteByMillis, each), tasks - first, Optional.empty())),
        List.of(),
        Optional.empty());
  }

  @Override
  public synchronized BagView await(UserId person, BagId id, long sinceVersion, Duration upTo)
      throws InterruptedException {
    long untilNanos = System.nanoTime() + upTo.toNanos();
    InMemoryBag bag = find(person, id);
    for (long left = upTo.toMillis();
        left > 0 && bag.view().version() <= sinceVersion;
        left = (untilNanos - System.nanoTime()) / 1_000_000) {
      wait(left);
    }
    return bag.view();
  }

  @Override
  public synchronized void writeLog(
      UserId person, BagId id, int task, LogStream stream, OutputStream sink) throws IOException {
    InMemoryBag bag = find(person, id);
    String wanted = stream == LogStream.STDOUT ? PackEntry.STDOUT : PackEntry.STDERR;
    boolean[] found = new boolean[1];
    for (PackView pack : bag.packs) {
      ResultPack.read(
          new ByteArrayInputStream(files.get(pack.digest())),
          (entry, content) -> {
            if (bag.order.listIndex(entry.taskIndex()) == task && entry.path().value().equals(wanted)) {
              found[0] = true;
              content.transferTo(sink);
            }
          });
    }
    if (!found[0]) {
      throw new ApiException(
          Kind.NOT_FOUND,
          "There is no " + wanted + " of task " + task + " yet.",
          "Wait until it has ended.");
    }
  }

  @Override
  public synchronized ResultList results(UserId person, BagId id, Optional<Digest> after) {
    InMemoryBag bag = find(person, id);
    List<PackView> packs = bag.packs;
    int from =
        after
            .map(last -> packs.stream().map(PackView::digest).toList().indexOf(last) + 1)
            .orElse(0);
    return new ResultList(bag.order.only(), packs.subList(from, packs.size()));
  }

  @Override
  public synchronized void writePack(UserId person, BagId id, Digest pack, OutputStream sink)
      throws IOException {
    boolean known = find(person, id).packs.stream().anyMatch(one -> one.digest().equals(pack));
    if (!known) {
      throw new ApiException(
          Kind.NOT_FOUND, "Bag " + id + " has no pack " + pack + ".", "List those it has.");
    }
    sink.write(files.get(pack));
  }

  @Override
  public synchronized List<Digest> missingBlobs(UserId person, List<Digest> digests) {
    return digests.stream().filter(digest -> !files.containsKey(digest)).distinct().toList();
  }

  @Override
  public void putBlob(UserId person, Digest digest, long bytes, InputStream content)
      throws IOException {
    byte[] all = content.readAllBytes();
    if (all.length != bytes || !Digest.of(all).equals(digest)) {
      throw new ApiException(
          Kind.INVALID,
          "What was sent is not " + digest + " of " + bytes + " bytes.",
          "Send the file again.");
    }
    synchronized (this) {
      files.put(digest, all);
    }
  }

  @Override
  public List<ProviderView> providers() {
    return List.of(
        new ProviderView(FIRST, true, new TrackRecord(12, 1, 90_500)),
        new ProviderView(SECOND, false, TrackRecord.NONE));
  }

  @Override
  public AccountView account(UserId person, long before, int limit) {
    return InMemoryAccount.view(nowMillis);
  }

  @Override
  public AuctionView auction(UserId person, int limit) {
    return InMemoryAuction.view(nowMillis, limit);
  }

  /** All tasks of a bag that have not ended, by the bag's numbers. */
  public synchronized List<Integer> openTasks(UserId person, BagId id) {
    InMemoryBag bag = find(person, id);
    TaskSet ended = bag.packs.stream().map(PackView::tasks).reduce(TaskSet.empty(), TaskSet::plus);
    return TaskSet.first(bag.order.tasks()).minus(ended).stream().boxed().toList();
  }
}
