package tender.core.promise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class TrackRecordTest {
  private static final TrackRecord GOOD = new TrackRecord(1_000, 10, 60_000);
  private static final TrackRecord SLOWER = new TrackRecord(1_000, 10, 90_000);
  private static final TrackRecord ONE_SLIP = new TrackRecord(5, 1, 1_000);
  private static final TrackRecord BAD = new TrackRecord(50, 50, 1_000);

  @Test
  void betterRecordComesFirst() {
    assertThat(
            Stream.of(BAD, TrackRecord.NONE, SLOWER, ONE_SLIP, GOOD)
                .sorted(TrackRecord.BETTER_FIRST))
        .containsExactly(GOOD, SLOWER, TrackRecord.NONE, ONE_SLIP, BAD);
  }
}
