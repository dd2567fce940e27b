package tender.server.rest.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.server.model.UserId;
import tender.support.http.ProblemException;

@Timeout(30)
class LargeRequestsTest {
  private static final UserId ANN = new UserId("ann");
  private static final UserId BEN = new UserId("ben");
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong nanos = new AtomicLong(-SECOND);
  private final LargeRequests requests = new LargeRequests(nanos::get);

  private void assertRefused(UserId user, String advice) {
    try (LargeRequests.Slot slot = requests.newSlot()) {
      assertThatThrownBy(() -> slot.acquire(user))
          .isInstanceOfSatisfying(
              ProblemException.class,
              refused -> {
                assertThat(refused.problem().status()).isEqualTo(429);
                assertThat(refused.problem().advice()).contains(advice);
              });
    }
  }

  private void send(UserId user, long seconds) {
    try (LargeRequests.Slot slot = requests.newSlot()) {
      slot.acquire(user);
      slot.awaitProcessor();
      nanos.addAndGet(seconds * SECOND);
    }
  }

  @Test
  void userSendsOneAtATime() {
    try (LargeRequests.Slot slot = requests.newSlot()) {
      slot.acquire(ANN);
      assertRefused(ANN, "in 1 s");
      assertRefused(ANN, "in 1 s");
      send(BEN, 0);
    }
    send(ANN, 0);
  }

  @Test
  void userTakesAQuarterOfTheTimeAfterABurst() {
    // Each books 4 s; the last one begins when 9 s are booked of the 10 s that a user may be ahead.
    for (int i = 0; i < 4; i++) {
      send(ANN, 1);
    }
    assertRefused(ANN, "in 2 s");
    send(BEN, 1);
    assertRefused(ANN, "in 1 s");
    nanos.addAndGet(SECOND);
    send(ANN, 1);
    assertRefused(ANN, "in 3 s");
    nanos.addAndGet(3 * SECOND);
    send(ANN, 1);
  }

  @Test
  void slowlySentBodyBooksNothing() {
    for (int i = 0; i < 10; i++) {
      try (LargeRequests.Slot slot = requests.newSlot()) {
        slot.acquire(ANN);
        nanos.addAndGet(50 * SECOND);
        slot.awaitProcessor();
      }
    }
  }
}
