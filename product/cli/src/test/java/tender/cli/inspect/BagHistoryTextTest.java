package tender.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tender.cli.client.response.OffersResponse;
import tender.cli.output.TimeFormat;

class BagHistoryTextTest {
  private static final Instant AT = Instant.parse("2026-11-20T09:00:00Z");
  private static final Instant DEADLINE = AT.plusSeconds(1_560);
  private static final String RANGE =
      "The offers lie between 12 min 0 s for 3.2 credits and 40 min 0 s for 1 credit; ";

  private static String sentence(@Nullable Instant deadline, @Nullable String budget) {
    OffersResponse.Limits limits =
        new OffersResponse.Limits(
            new OffersResponse.Bound(AT.plusSeconds(720), "3.2"),
            new OffersResponse.Bound(AT.plusSeconds(2_400), "1"),
            deadline,
            budget);
    return BagHistoryText.sentence(
        new OffersResponse.HistoryEvent(AT, "limits-set", List.of(), null, null, null, limits));
  }

  @Test
  void limitsOfFactorsAreShownWithTheBoundsOfTheOffers() {
    String deadline = "the deadline is " + TimeFormat.local(DEADLINE);
    assertThat(sentence(DEADLINE, "2.15"))
        .isEqualTo(RANGE + deadline + ", the budget 2.15 credits.");
    assertThat(sentence(DEADLINE, null)).isEqualTo(RANGE + deadline + ".");
    assertThat(sentence(null, "2.15")).isEqualTo(RANGE + "the budget is 2.15 credits.");
  }
}
