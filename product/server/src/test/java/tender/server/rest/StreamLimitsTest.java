package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tender.server.model.OwnQuotas;
import tender.server.model.UserId;
import tender.server.model.UserQuotas;

class StreamLimitsTest {
  private static final UserId FEW = new UserId("few");
  private static final OwnQuotas TWO =
      new OwnQuotas(
          OptionalInt.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalInt.empty(),
          OptionalInt.of(2));

  private final StreamLimits limits =
      new StreamLimits(
          user -> user.equals(FEW) ? UserQuotas.DEFAULT.with(TWO) : UserQuotas.DEFAULT);

  @Test
  void userMayHaveAnotherQuota() {
    limits.acquire(FEW);
    limits.acquire(FEW);
    assertThatThrownBy(() -> limits.acquire(FEW))
        .hasMessage("You have 2 open event streams, the quota of a user.");
  }

  @Test
  void oneUserCannotTakeTheStreamsOfOthers() {
    UserId greedy = new UserId("greedy");
    for (int i = 0; i < UserQuotas.DEFAULT_EVENT_STREAMS; i++) {
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
