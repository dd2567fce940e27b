package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfiledRuntimesTest {
  @Test
  void eachLineIsTheRuntimeOfATask() {
    ProfiledRuntimes times = ProfiledRuntimes.parse("0 1.5\n\n 9\t2\r\n", 10);
    assertThat(times.millisByTask()).isEqualTo(Map.of(0, 1_500L, 9, 2_000L));
    assertThat(times.meanMillis()).isEqualTo(1_750);
  }

  @Test
  void lastLineOfATaskIsUsed() {
    ProfiledRuntimes times = ProfiledRuntimes.parse("3 60\n3 2.0001\n", 10);
    assertThat(times.millisByTask()).isEqualTo(Map.of(3, 2_001L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''              | printed no runtimes
          0 1\\nhello     | is 'hello', and must be TASK SECONDS
          0               | must be TASK SECONDS
          0 -1            | must be TASK SECONDS
          0 1e3           | must be TASK SECONDS
          0 1 2           | must be TASK SECONDS
          0 1,5           | must be TASK SECONDS
          10 1            | must begin with a task from 0 to 9
          0 0.000         | more than 0 seconds
          """)
  void invalidOutputIsRejected(String printed, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProfiledRuntimes.parse(printed.translateEscapes(), 10))
        .withMessageContaining(message);
  }

  /** Any output is either parsed or rejected with an IllegalArgumentException. */
  @Test
  void randomOutputIsParsedOrRejected() {
    String alphabet = "0123456789. \t\n\r-+e,é";
    for (int seed = 0; seed < 5_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      StringBuilder printed = new StringBuilder();
      for (int i = random.nextInt(30); i > 0; i--) {
        printed.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        assertThat(ProfiledRuntimes.parse(printed.toString(), 1_000_000).meanMillis()).isPositive();
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).contains("profiler");
      }
    }
  }
}
