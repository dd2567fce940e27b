package tender.core.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReplayTest {
  @Test
  void nothingIsKnownOfWhatHasNotEnded() {
    List<Past> pasts = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      pasts.add(new Past(new Forecast(i, 1_000, 1_000 + i), 5_000));
    }
    Replay replay = Replay.of(0.9, pasts);

    assertThat(replay.stated())
        .allMatch(stated -> stated.promisedMillis() == stated.forecast().endMillis());
    assertThat(replay.slack().lessons()).hasSize(50);
  }

  @Test
  void whatHasEndedTeaches() {
    List<Past> pasts = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      long madeMillis = 10_000L * i;
      Forecast forecast = new Forecast(madeMillis, 1_000, madeMillis + 1_000);
      pasts.add(new Past(forecast, madeMillis + 3_000));
    }
    Replay replay = Replay.of(0.9, pasts);

    Expectation last = replay.stated().getLast();
    assertThat(last.promisedMillis() - last.forecast().madeMillis()).isEqualTo(3_000);
  }
}
