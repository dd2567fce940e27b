package tender.server.rest.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.budget.BudgetBounds;
import tender.core.metascheduler.state.BagEffect;
import tender.core.model.Money;
import tender.server.model.BagHistoryEvent;
import tender.support.text.Texts;

class HistoryEventJsonTest {
  @Test
  void operatorsCancellationHasAReason() {
    HistoryEventJson event = cancelled(Optional.of("abuse"));

    assertThat(event.event()).isEqualTo("cancelled-by-operator");
    assertThat(event.reason()).isEqualTo("abuse");
    assertThat(Texts.find("bagEvent", event.event())).isPresent();
  }

  @Test
  void usersCancellationHasNone() {
    HistoryEventJson event = cancelled(Optional.empty());

    assertThat(event.event()).isEqualTo("cancelled");
    assertThat(event.reason()).isNull();
  }

  @Test
  void limitsAreShownWithTheBoundsOfTheOffers() {
    BudgetBounds bounds = new BudgetBounds(60_000, 120_000, new Money(1_100), new Money(3_200));
    HistoryEventJson event =
        HistoryEventJson.of(
            new BagHistoryEvent(
                1, 1_000, new BagEffect.LimitsSet(bounds, Optional.of(91_000L), Optional.empty())));

    assertThat(event.event()).isEqualTo("limits-set");
    assertThat(event.limits())
        .isEqualTo(
            new HistoryEventJson.LimitsJson(
                new HistoryEventJson.BoundJson(Instant.ofEpochSecond(61), "3.2"),
                new HistoryEventJson.BoundJson(Instant.ofEpochSecond(121), "1.1"),
                Instant.ofEpochSecond(91),
                null));
    assertThat(Texts.find("bagEvent", event.event())).isPresent();
  }

  private static HistoryEventJson cancelled(Optional<String> reason) {
    return HistoryEventJson.of(new BagHistoryEvent(1, 1_000, new BagEffect.BagStopped(reason)));
  }
}
