package tender.core.store;

import java.util.List;
import java.util.Optional;
import tender.core.model.BagId;

/**
 * Keeps all bags and what is owed to providers. Its clock is the only one the metascheduler has, so
 * that replicas need not agree on the time.
 *
 * <p>Every method may fail with {@link Unavailable}, and a {@link #commit} that fails so may have
 * been carried out all the same. Whoever calls reads again and decides anew; the state machine
 * bears that.
 */
public interface Store {

  /** Nobody knows whether it was done. */
  final class Unavailable extends RuntimeException {
    private static final long serialVersionUID = 1;

    public Unavailable(String message) {
      super(message);
    }
  }

  /** Nothing was written: the account of the bag's owner does not bear what would be held. */
  final class InsufficientFunds extends RuntimeException {
    private static final long serialVersionUID = 1;

    public InsufficientFunds(String message) {
      super(message);
    }
  }

  long nowMillis();

  Optional<StoredBag> read(BagId id);

  /**
   * Whether it was written; if not, somebody else has written the bag since it was read.
   *
   * @throws InsufficientFunds if an account does not bear what it would have to pay
   */
  boolean commit(Transaction transaction);

  /** Bags that are to be woken by now, those first that have waited longest. */
  List<BagId> dueBags(long nowMillis, int limit);

  /** What is owed and not acknowledged, oldest first. */
  List<OutboxMessage> outbox(int limit);

  /** Forgets what is owed; nothing happens if it is not. */
  void acknowledge(OutboxMessage.Id id);
}
