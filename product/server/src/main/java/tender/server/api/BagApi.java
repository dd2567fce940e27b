package tender.server.api;

import tender.server.api.view.AccountView;
import tender.server.api.view.AuctionView;
import tender.server.api.view.BagPage;
import tender.server.api.view.BagView;
import tender.server.api.view.Explanation;
import tender.server.model.UserId;
import tender.server.api.view.ProviderView;
import tender.server.api.view.ResultList;
import tender.server.model.Requirements;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;

/**
 * Where people hand in bags, ask after them and fetch what came of them. Every method may throw a
 * {@link ApiException}; another person's bag is one that is not found. All may be called at any time
 * by many threads, and each that changes something may be called twice with the same effect as
 * once.
 *
 * <p>Task numbers are those of the work order's list, so that a task keeps its number when it is
 * tried again in another bag. Only in packs of results tasks have the bag's own numbers.
 */
public interface BagApi {

  /**
   * Hands in a bag.
   *
   * @param clientKey made by the client for this bag: the same key with the same content is the
   *     same bag, with another content a conflict
   */
  BagId submit(UserId person, String clientKey, WorkOrder order, Requirements wish);

  BagView status(UserId person, BagId bag);

  /**
   * The person's bags, those handed in last first.
   *
   * @param cursor from {@link BagPage#next}, or empty for the first page
   */
  BagPage list(UserId person, Optional<String> cursor, int limit);

  /**
   * Takes the quote.
   *
   * @param byMillis and the price: what the person agrees to at most, so that a quote that has
   *     meanwhile got worse is a conflict and not an agreement
   */
  void accept(UserId person, BagId bag, long byMillis, Money price);

  /** Does not want the quote; the bag ends. */
  void decline(UserId person, BagId bag);

  /** Takes the bag back, however far it has come; results that are there stay. */
  void cancel(UserId person, BagId bag);

  /**
   * Hands in those tasks of an ended bag again that failed or were not done.
   *
   * @return a new bag, whose tasks keep their numbers
   */
  BagId retry(UserId person, BagId bag, String clientKey, Requirements wish);

  /** Why the bag got what it got. */
  Explanation explain(UserId person, BagId bag);

  /**
   * The bag as soon as it is newer than a version, or as it is when the time is up.
   *
   * @param upTo how long to wait
   */
  BagView await(UserId person, BagId bag, long sinceVersion, Duration upTo)
      throws InterruptedException;

  /** Copies what a task wrote; nothing is written to the sink before a refusal. */
  void writeLog(UserId person, BagId bag, int task, LogStream stream, OutputStream sink)
      throws IOException;

  /**
   * The files of results so far, oldest first.
   *
   * @param after the last one known; empty for all
   */
  ResultList results(UserId person, BagId bag, Optional<Digest> after);

  /** Copies a file of results; nothing is written to the sink before a refusal. */
  void writePack(UserId person, BagId bag, Digest pack, OutputStream sink) throws IOException;

  /** Which of these files the person must still put here before a bag can be handed in. */
  List<Digest> missingBlobs(UserId person, List<Digest> digests);

  /**
   * Takes a file.
   *
   * @param bytes how many follow
   * @throws ApiException if the content is not what the digest says
   */
  void putBlob(UserId person, Digest digest, long bytes, InputStream content) throws IOException;

  /** All providers of the market. */
  List<ProviderView> providers();

  /**
   * The person's account.
   *
   * @param before from {@link AccountView#next}, or {@link Long#MAX_VALUE} for the first page
   */
  AccountView account(UserId person, long before, int limit);

  /**
   * How the last cycles of the auction ended.
   *
   * @param limit how many
   */
  AuctionView auction(UserId person, int limit);
}
