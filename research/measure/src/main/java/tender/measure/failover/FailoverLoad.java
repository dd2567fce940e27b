package tender.measure.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tender.bagfile.reader.BagDraft;
import tender.cli.client.response.BagResponse;
import tender.core.model.Money;
import tender.measure.testbed.MeasurementUser;
import tender.measure.testbed.ShortBag;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.ledger.AccountId;
import tender.server.store.ledger.Ledger;

/**
 * Users who submit bags and wait for their results, users who only submit, and an operator who
 * deposits credits. An operation that fails is repeated with the same key.
 */
final class FailoverLoad implements AutoCloseable {
  private static final int PAUSE_MILLIS = 500;
  private static final int ERROR_PAUSE_MILLIS = 200;
  private static final Money DEPOSIT = new Money(1_000);

  private final AcknowledgedOperations acknowledged;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopping;

  FailoverLoad(AcknowledgedOperations acknowledged) {
    this.acknowledged = acknowledged;
  }

  /** Submits bags one after the other, and waits for the end of each. */
  void addUser(MeasurementUser user) {
    repeat(
        () -> {
          BagResponse bag = submit(user);
          acknowledged.ended(retry(() -> user.awaitEnd(bag), acknowledged::failed));
        });
  }

  /** Submits a bag every half second, so that it sees every outage from beginning to end. */
  void addSubmitter(MeasurementUser user) {
    repeat(() -> submit(user));
  }

  /** Deposits a credit every half second. */
  void addOperator(Database database, UserId user) {
    repeat(
        () -> {
          String key = UUID.randomUUID().toString();
          // The operator's commands do not retry.
          Optional<Ledger.Rejection> rejected =
              retry(() -> database.ledger().deposit(AccountId.of(user), DEPOSIT, key), _ -> {});
          if (rejected.isPresent()) {
            throw new IllegalStateException("Deposit " + key + " rejected: " + rejected.get());
          }
          acknowledged.deposited(key);
        });
  }

  private BagResponse submit(MeasurementUser user) {
    String key = UUID.randomUUID().toString();
    // The same each time: the server refuses a key with another bag.
    BagDraft draft = ShortBag.draft();
    long beganNanos = System.nanoTime();
    BagResponse bag = retry(() -> user.submit(key, draft), acknowledged::failed);
    acknowledged.submitted(key, bag.id(), System.nanoTime() - beganNanos);
    return bag;
  }

  private static <T> T retry(Supplier<T> operation, Consumer<RuntimeException> onError) {
    while (true) {
      try {
        return operation.get();
      } catch (RuntimeException e) {
        onError.accept(e);
        sleep(ERROR_PAUSE_MILLIS);
      }
    }
  }

  private void repeat(Runnable operation) {
    threads.add(
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!stopping) {
                    operation.run();
                    sleep(PAUSE_MILLIS);
                  }
                }));
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the load when each user has completed the present operation. */
  @Override
  public void close() {
    stopping = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
