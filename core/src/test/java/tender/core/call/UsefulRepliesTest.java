package tender.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.compose.Reply;
import tender.core.model.Offer;
import tender.core.model.ProviderId;

class UsefulRepliesTest {
  private static final long DEADLINE_MILLIS = 1_000;

  @Test
  void anOfferByTheDeadlineIsUseful() {
    Reply inTime = reply("a", 2_000, 1_000);
    Reply late = reply("b", 1_001);
    Reply empty = reply("c");

    UsefulReplies useful = UsefulReplies.of(List.of(late, inTime, empty), DEADLINE_MILLIS);

    assertThat(useful.contains(inTime)).isTrue();
    assertThat(useful.contains(late)).isFalse();
    assertThat(useful.contains(empty)).isFalse();
  }

  @Test
  void everyOfferIsUsefulIfNoProviderMeetsTheDeadline() {
    Reply late = reply("a", 5_000);
    Reply empty = reply("b");

    UsefulReplies useful = UsefulReplies.of(List.of(late, empty), DEADLINE_MILLIS);

    assertThat(useful.contains(late)).isTrue();
    assertThat(useful.contains(empty)).isFalse();
  }

  private static Reply reply(String provider, long... completionMillis) {
    ProviderId id = new ProviderId(provider);
    return Reply.of(
        id, Arrays.stream(completionMillis).mapToObj(millis -> Offer.free(id, 1, millis)).toList());
  }
}
