package tender.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SwfTextOutputTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 9, 10, -1, -10, 99, 100, Long.MAX_VALUE, Long.MIN_VALUE})
  void writesNumbersAsDecimalText(long number) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var text = new SwfTextOutput(out)) {
      text.number(number).endLine();
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(number + "\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "0.000001", "552.21", "12345678.25", "999999999.999999"})
  void writesFractionsWithoutTrailingZeros(String number) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var text = new SwfTextOutput(out)) {
      text.millionths(new BigDecimal(number).movePointRight(6).longValueExact()).endLine();
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(number + "\n");
  }

  @Test
  void keepsAllTextAcrossBufferBoundaries() throws IOException {
    var random = new SplittableRandom(1);
    var expected = new StringBuilder();
    var out = new ByteArrayOutputStream();
    try (var text = new SwfTextOutput(out)) {
      for (int i = 0; i < 50_000; i++) {
        long number = random.nextLong() >> random.nextInt(64);
        String word = "å".repeat(i % 10_000 == 0 ? 100_000 : random.nextInt(3));
        text.number(number).text(word).space();
        expected.append(number).append(word).append(' ');
      }
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(expected.toString());
  }
}
