package tender.core.store;

import java.util.List;
import java.util.Optional;
import tender.core.ledger.FundsLimit;
import tender.core.model.BagId;
import tender.core.model.ProviderId;

/**
 * Stores all bags and the outbox of messages to providers. Its clock is the only one that the
 * metascheduler uses, so the clocks of the replicas need not agree.
 *
 * <p>Every method may fail with {@link Unavailable}, and a {@link #commit} that fails in this way
 * may have been written nevertheless. The caller then reads the bag and decides again; the state
 * machine tolerates the repetition.
 */
public interface Store {

  /** The store did not answer; the operation may or may not have been carried out. */
  final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Unavailable(String message) {
      super(message);
    }
  }

  /** Nothing was written because the account cannot cover the money to be held. */
  final class InsufficientFunds extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final FundsLimit limit;

    public InsufficientFunds(FundsLimit limit, String message) {
      super(message);
      this.limit = limit;
    }

    public FundsLimit limit() {
      return limit;
    }
  }

  long nowMillis();

  Optional<StoredBag> read(BagId id);

  /**
   * Writes a transaction. Returns false if the bag has been written by another replica since it was
   * read.
   *
   * @throws InsufficientFunds if an account cannot cover a transfer
   */
  boolean commit(Transaction transaction);

  /** Bags whose timer is due, the longest overdue first. */
  List<BagId> dueBags(long nowMillis, int limit);

  /** Messages that are not acknowledged, oldest first. */
  List<OutboxMessage> outbox(int limit);

  /**
   * Deletes a message from the outbox; does nothing if it is not there or is addressed to another
   * provider.
   *
   * @param from the authenticated provider that acknowledges the message
   */
  void acknowledge(ProviderId from, OutboxMessage.Id id);
}
