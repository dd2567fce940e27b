package tender.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JobNumberSetTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 63, 64, 16_777_215, 16_777_216, Long.MAX_VALUE, -1})
  void numberIsNewOnlyOnce(long number) {
    var numbers = new JobNumberSet();
    assertThat(numbers.add(number)).isTrue();
    assertThat(numbers.add(number)).isFalse();
  }
}
