package tender.server.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.server.api.view.AccountView;
import tender.server.api.view.AuctionView;
import tender.server.api.view.BagPage;
import tender.server.api.view.BagView;
import tender.server.api.view.Explanation;
import tender.server.api.view.ProviderView;
import tender.server.api.view.task.ResultList;
import tender.server.model.RemainingData;
import tender.server.model.Requirements;
import tender.server.model.UserId;

/**
 * What users can do with bags. Every method may throw an {@link ApiException}; the bag of another
 * user counts as not found, except that members of a project may read its bags if it shows them.
 * All methods are thread-safe, and all that change something are idempotent.
 *
 * <p>A task index refers to the work order's task list, so that a task keeps its index in a retry.
 * Only result packs number the tasks by their position in the bag.
 */
public interface BagApi {
  /** The largest file that is sent with others in one request. */
  int MAX_SMALL_BYTES = 64 << 10;

  /**
   * Submits a bag.
   *
   * @param clientKey the client's idempotency key: the same key with the same content is the same
   *     bag, with other content a conflict
   */
  BagId submit(UserId user, String clientKey, WorkOrder order, Requirements requirements);

  BagView status(UserId user, BagId bag);

  /**
   * The user's bags, newest first.
   *
   * @param cursor from {@link BagPage#next}, or empty for the first page
   */
  BagPage list(UserId user, Optional<String> cursor, int limit);

  /**
   * Accepts the quote.
   *
   * @param completionMillis with {@code price}, the most that the user accepts; a quote that has
   *     become worse is a conflict
   */
  void accept(UserId user, BagId bag, long completionMillis, Money price);

  /** Declines the quote; the bag ends. */
  void decline(UserId user, BagId bag);

  /** Cancels the bag in any state; results that exist are kept. */
  void cancel(UserId user, BagId bag);

  /**
   * Deletes an ended bag with its results. Its transfers stay in the user's account as long as the
   * market keeps bags, and providers delete what they hold of it when they ask next.
   *
   * @return what remains; a repeated deletion says what remains then
   */
  RemainingData delete(UserId user, BagId bag);

  /**
   * Submits the tasks of an ended bag again that failed or were not done.
   *
   * @return a new bag, whose tasks keep their indexes
   */
  BagId retry(UserId user, BagId bag, String clientKey, Requirements requirements);

  /** Which offers were made for the bag, and what happened to it. */
  Explanation explain(UserId user, BagId bag);

  /**
   * Waits until a bag has another version, or other failed attempts, than in a view of it, and
   * returns it. Waiting costs nothing while the bag does not change.
   *
   * @param timeout after this time nothing is returned
   */
  Optional<BagView> await(UserId user, BagView known, Duration timeout) throws InterruptedException;

  /** Copies a task's output. If it throws an {@link ApiException}, nothing was written. */
  void writeLog(UserId user, BagId bag, int taskIndex, LogStream stream, OutputStream sink)
      throws IOException;

  /**
   * Copies an output that was too large for the results, and that its provider keeps for some days.
   * If it throws an {@link ApiException}, nothing was written.
   *
   * @param path in the task's folder
   */
  void writeKeptOutput(UserId user, BagId bag, int taskIndex, RelativePath path, OutputStream sink)
      throws IOException;

  /**
   * The result packs so far, oldest first.
   *
   * @param after only packs after this one; empty for all
   */
  ResultList results(UserId user, BagId bag, Optional<Digest> after);

  /** Copies a result pack. If it throws an {@link ApiException}, nothing was written. */
  void writePack(UserId user, BagId bag, Digest pack, OutputStream sink) throws IOException;

  /** Which of these files must still be uploaded before a bag can be submitted. */
  List<Digest> missingBlobs(UserId user, List<Digest> digests);

  /** The largest input file in bytes. */
  long maxFileBytes();

  /**
   * Stores an input file.
   *
   * @param bytes the size of the content
   * @throws ApiException if the content does not match the digest
   */
  void putBlob(UserId user, Digest digest, long bytes, InputStream content) throws IOException;

  /**
   * Stores files of the user, each of at most {@link #MAX_SMALL_BYTES} bytes. Their digests are
   * those of the content that arrived.
   */
  void putSmallBlobs(UserId user, List<byte[]> contents);

  /** Input files that are sent to the object store without the server. */
  UploadApi uploads();

  /** All providers of the market. */
  List<ProviderView> providers();

  /**
   * The user's account.
   *
   * @param before from {@link AccountView#next}, or {@link Long#MAX_VALUE} for the first page
   */
  AccountView account(UserId user, long before, int limit);

  /**
   * The latest auction cycles, most recent first.
   *
   * @param limit the number of cycles
   */
  AuctionView auction(UserId user, int limit);
}
