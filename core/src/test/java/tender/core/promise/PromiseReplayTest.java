package tender.core.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PromiseReplayTest {
  @Test
  void unfinishedForecastTeachesNothing() {
    List<PastForecast> pasts = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      pasts.add(new PastForecast(new Forecast(i, 1_000, 1_000 + i), 5_000));
    }
    PromiseReplay replay = PromiseReplay.of(0.9, pasts);

    assertThat(replay.promises())
        .allMatch(stated -> stated.promisedMillis() == stated.forecast().endMillis());
    assertThat(replay.slack().observations()).hasSize(50);
  }

  @Test
  void finishedForecastTeaches() {
    List<PastForecast> pasts = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      long madeMillis = 10_000L * i;
      Forecast forecast = new Forecast(madeMillis, 1_000, madeMillis + 1_000);
      pasts.add(new PastForecast(forecast, madeMillis + 3_000));
    }
    PromiseReplay replay = PromiseReplay.of(0.9, pasts);

    Expectation last = replay.promises().getLast();
    assertThat(last.promisedMillis() - last.forecast().madeMillis()).isEqualTo(3_000);
  }
}
