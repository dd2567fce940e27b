package tender.cell;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tender.bagfile.WorkOrder;
import tender.cli.client.MarketClient;
import tender.cli.client.RequestRefusedException;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.HoldResponse;
import tender.core.model.Money;

/** The requests of a cell agent to the servers of the cell. */
record Cell(MarketClient client) {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final Duration POLL = Duration.ofMillis(50);

  /** Providers answer a release immediately, or when they are connected again. */
  private static final Duration FINAL_BILL_DELAY = Duration.ofSeconds(5);

  /** The other market gives up waiting much earlier. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(20);

  /** States in which the cell's servers still wait for providers. */
  private static final Set<String> IN_PROGRESS = Set.of("calling", "reserving", "committing");

  /** Offers of several sizes; the state is {@code quoted}, or there is no promise. */
  HoldResponse askForOffers(String key, WorkOrder order, long deadlineMillis) {
    HoldResponse asked =
        client.requestHold(
            key, order, Instant.ofEpochMilli(deadlineMillis), Optional.empty(), true);
    HoldResponse answered = await(key, asked);
    if (answered.bag().state().equals("quoted")) {
      client.decline(answered.bag().id());
    }
    return answered;
  }

  /** Holds capacity; the state is {@code held} if the cell has it. */
  HoldResponse hold(String key, WorkOrder order, long deadlineMillis, Money maxPrice) {
    HoldResponse held =
        await(
            key,
            client.requestHold(
                key,
                order,
                Instant.ofEpochMilli(deadlineMillis),
                Optional.of(maxPrice.toString()),
                false));
    if (held.bag().state().equals("quoted")) {
      // Later or more expensive than what was offered.
      client.decline(held.bag().id());
    }
    return held;
  }

  Optional<HoldResponse> find(String key) {
    try {
      return Optional.of(client.hold(key));
    } catch (RequestRefusedException e) {
      if (e.status() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Commits to what is held; empty if it is not held any more. */
  Optional<HoldResponse> commit(String key, WorkOrder order) {
    try {
      return Optional.of(await(key, client.commitHold(key, order)));
    } catch (RequestRefusedException e) {
      if (e.status() == CONFLICT || e.status() == NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** A bag that was cancelled, when its providers have had time to send their final bills. */
  BagResponse awaitFinalBill(String bag) {
    sleep(FINAL_BILL_DELAY);
    return client.bag(bag);
  }

  private HoldResponse await(String key, HoldResponse first) {
    HoldResponse latest = first;
    long endNanos = System.nanoTime() + MAX_WAIT.toNanos();
    while (IN_PROGRESS.contains(latest.bag().state()) && System.nanoTime() < endNanos) {
      sleep(POLL);
      latest = client.hold(key);
    }
    return latest;
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The cell agent is stopping.", e);
    }
  }

  /** An amount as the cell's servers write it, in credits. */
  static Money money(String credits) {
    return new Money(new BigDecimal(credits).movePointRight(3).longValueExact());
  }

  /** When the capacity is released. */
  static OptionalLong heldUntilMillis(HoldResponse hold) {
    Instant until = hold.heldUntil();
    return until == null ? OptionalLong.empty() : OptionalLong.of(until.toEpochMilli());
  }
}
