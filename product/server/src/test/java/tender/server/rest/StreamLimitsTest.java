package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tender.server.model.UserId;

class StreamLimitsTest {
  private final StreamLimits limits = new StreamLimits();

  @Test
  void oneUserCannotTakeTheStreamsOfOthers() {
    UserId greedy = new UserId("greedy");
    for (int i = 0; i < StreamLimits.MAX_STREAMS_PER_USER; i++) {
      limits.acquire(greedy);
    }
    assertThatThrownBy(() -> limits.acquire(greedy))
        .hasMessage("You have 1,000 open event streams, the quota of a user.");
    assertThatCode(() -> limits.acquire(new UserId("other"))).doesNotThrowAnyException();
    limits.release(greedy);
    assertThatCode(() -> limits.acquire(greedy)).doesNotThrowAnyException();
  }

  @Test
  void allUsersTogetherHaveALimit() {
    for (int i = 0; i < StreamLimits.MAX_STREAMS; i++) {
      limits.acquire(new UserId("user-" + i));
    }
    assertThatThrownBy(() -> limits.acquire(new UserId("other")))
        .hasMessageContaining("The limit of 4,000 event streams is reached.");
  }
}
