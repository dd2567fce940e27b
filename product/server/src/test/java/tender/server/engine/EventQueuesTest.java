package tender.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEvent;
import tender.core.model.BagId;
import tender.core.model.ProviderId;

@Timeout(20)
class EventQueuesTest {
  private static final BagId BAG = new BagId("bag");
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final BagEvent TIMER = new BagEvent.TimerFired();

  private final EventQueues queues = new EventQueues();

  private static BagEvent reply(String provider) {
    return new BagEvent.MessageReceived(
        new Message.Committed(new ReservationId(new CallId(BAG, 1), 1, new ProviderId(provider))));
  }

  @Test
  void onlyTheFirstEventNeedsAWorker() {
    assertThat(queues.add(BAG, TIMER)).isTrue();
    assertThat(queues.add(BAG, reply("one"))).isFalse();
    assertThat(queues.take(BAG)).containsExactly(TIMER, reply("one"));
    assertThat(queues.add(BAG, TIMER)).isFalse();
    assertThat(queues.take(BAG)).containsExactly(TIMER);
    assertThat(queues.take(BAG)).isEmpty();
    assertThat(queues.add(BAG, TIMER)).isTrue();
  }

  @Test
  void repliesWaitForTheOthers() throws InterruptedException {
    queues.add(BAG, reply("one"));
    Thread others =
        Thread.startVirtualThread(
            () -> {
              queues.add(BAG, reply("two"));
              queues.add(BAG, reply("three"));
            });
    queues.gatherReplies(BAG, 3, LONG);
    assertThat(queues.take(BAG)).contains(reply("one"), reply("two"), reply("three"));
    others.join();
  }

  @Test
  void otherEventsEndTheWait() throws InterruptedException {
    queues.add(BAG, reply("one"));
    Thread timer = Thread.startVirtualThread(() -> queues.add(BAG, TIMER));
    queues.gatherReplies(BAG, 3, LONG);
    assertThat(queues.take(BAG)).isEqualTo(List.of(reply("one"), TIMER));
    timer.join();
  }

  @Test
  void missingRepliesAreNotAwaitedForLong() {
    queues.add(BAG, reply("one"));
    queues.gatherReplies(BAG, 3, Duration.ofMillis(10));
    assertThat(queues.take(BAG)).containsExactly(reply("one"));
  }

  @Test
  void emptyQueueIsNotAwaited() {
    queues.gatherReplies(BAG, 3, LONG);
    assertThat(queues.take(BAG)).isEmpty();
  }
}
