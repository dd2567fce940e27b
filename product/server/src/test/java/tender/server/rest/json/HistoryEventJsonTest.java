package tender.server.rest.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.core.metascheduler.state.BagEffect;
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

  private static HistoryEventJson cancelled(Optional<String> reason) {
    return HistoryEventJson.of(new BagHistoryEvent(1, 1_000, new BagEffect.BagStopped(reason)));
  }
}
