package tender.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arbitrary bytes never cause an exception, and memory and time are bounded. */
@Timeout(300)
@Tag("slow")
final class SwfFuzzTest {
  private static final int INPUTS = 5_000;
  private static final SwfLimits SMALL = new SwfLimits(1_024, 2_000, 60, 200_000);
  private static final SwfLimits WIDE = new SwfLimits(100_000, 100_000, 10_000, 1_000_000);

  @Test
  void mutatedTextGivesTheRowsOfTheReferenceParser() throws IOException {
    for (long seed = 0; seed < INPUTS; seed++) {
      byte[] mutated = mutatedText(new SplittableRandom(seed));
      if (isAnotherFormat(mutated)) {
        continue;
      }
      var reference = new ReferenceSwfParser(new String(mutated, StandardCharsets.ISO_8859_1));
      SwfTrace trace = SwfSamples.read(mutated, WIDE);

      assertThat(trace.rows()).as("seed " + seed).hasSameSizeAs(reference.rows);
      for (int i = 0; i < reference.rows.size(); i++) {
        assertThat(columns(trace.rows().get(i)))
            .as("seed " + seed)
            .isEqualTo(numbers(reference, i));
      }
      assertThat(trace.findings().badLines()).as("seed " + seed).isEqualTo(reference.badLines);
      assertThat(trace.header().comments()).as("seed " + seed).hasSize(reference.comments);
    }
  }

  @Test
  void arbitraryInputIsNeverFatal() throws IOException {
    for (long seed = 0; seed < INPUTS; seed++) {
      var random = new SplittableRandom(seed);
      var mutator = new ByteMutator(random);
      byte[] input =
          switch (random.nextInt(4)) {
            case 0 -> mutator.noise();
            case 1 -> SwfSamples.gzip(mutatedText(random));
            case 2 -> mutator.mutate(SwfSamples.gzip(mutatedText(random)));
            default -> mutatedText(random);
          };
      SwfTrace whole = SwfSamples.read(input, SMALL);
      SwfTrace inSmallReads = SwfSamples.read(new SlowInputStream(input, random, false), SMALL);

      assertThat(whole.rows()).as("seed " + seed).hasSizeLessThanOrEqualTo(60);
      assertThat(whole.findings().first()).hasSizeLessThanOrEqualTo(SwfFindings.KEPT);
      assertThat(commentCharacters(whole)).isLessThanOrEqualTo(2_000);
      // How much is decompressed before corruption is noticed depends on the size of the reads.
      if (whole.findings().count(SwfProblem.GZIP_DAMAGED) == 0) {
        assertThat(inSmallReads.rows()).as("seed " + seed).isEqualTo(whole.rows());
        assertThat(inSmallReads.findings().first()).isEqualTo(whole.findings().first());
      }
    }
  }

  @Test
  void onlyStreamFailuresAreThrown() throws IOException {
    for (long seed = 0; seed < 500; seed++) {
      var random = new SplittableRandom(seed);
      byte[] text = mutatedText(random);
      byte[] packed = SwfSamples.gzip(text);
      byte[] input =
          random.nextBoolean() ? text : Arrays.copyOf(packed, random.nextInt(packed.length));
      var failing = new SlowInputStream(input, random, true);

      assertThatThrownBy(
              () -> SwfSamples.read(failing, SMALL.withBytes(Long.MAX_VALUE).withRows(9_999)))
          .as("seed " + seed)
          .isInstanceOf(IOException.class)
          .hasMessage("broken");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", " ", "\n", "\r", ";", "; comment\n", "x\n", "1 ", SwfSamples.GOOD + "\n"})
  void endlessInputIsCutOff(String unit) throws IOException {
    var endless = new EndlessInputStream(SwfSamples.bytes(unit));
    SwfLimits limits = new SwfLimits(64 * 1_024, 100_000, 50_000, 20_000_000);
    SwfTrace trace = SwfSamples.read(endless, limits);

    assertThat(trace.findings().isComplete()).isFalse();
    assertThat(endless.bytesRead()).isLessThan(limits.bytes() + 1_000_000);
    assertThat(trace.rows()).hasSizeLessThanOrEqualTo(50_000);
    assertThat(commentCharacters(trace)).isLessThanOrEqualTo(100_000);
  }

  @Test
  void gzipBombIsCutOff() throws IOException {
    byte[] bomb = SwfSamples.gzip(new byte[64 * 1_024 * 1_024]);
    SwfTrace trace = SwfSamples.read(bomb, SwfLimits.DEFAULT.withBytes(32 * 1_024 * 1_024));

    assertThat(bomb.length).isLessThan(100_000);
    assertThat(trace.rows()).isEmpty();
    assertThat(trace.findings().counts())
        .containsOnlyKeys(SwfProblem.LINE_TOO_LONG, SwfProblem.BYTES_LEFT_OUT);
  }

  private static byte[] mutatedText(SplittableRandom random) {
    String valid = "; Version: 2.2\n; MaxProcs: 128\n" + SwfSamples.manyRows(random.nextInt(1, 40));
    return new ByteMutator(random).mutate(SwfSamples.bytes(valid));
  }

  private static boolean isAnotherFormat(byte[] bytes) {
    boolean gzip = bytes.length > 0 && bytes[0] == 0x1f;
    boolean byteOrderMark = bytes.length > 0 && bytes[0] == (byte) 0xef;
    return gzip || byteOrderMark;
  }

  private static long commentCharacters(SwfTrace trace) {
    return trace.header().comments().stream().mapToLong(comment -> comment.length() + 1L).sum();
  }

  private static List<Double> numbers(ReferenceSwfParser reference, int row) {
    return reference.rows.get(row).stream()
        // Digits after the sixth decimal are dropped.
        .map(text -> text.replaceAll("(\\.[0-9]{6})[0-9]*", "$1"))
        .map(Double::valueOf)
        .map(value -> value + 0.0)
        .collect(Collectors.toList());
  }

  private static List<Double> columns(SwfRow row) {
    return List.of(
        (double) row.number(),
        (double) row.submitSeconds(),
        (double) row.waitSeconds(),
        (double) row.runSeconds(),
        (double) row.allocatedProcessors(),
        row.averageCpuSeconds() + 0.0,
        row.averageMemoryKilobytes() + 0.0,
        (double) row.requestedProcessors(),
        (double) row.requestedSeconds(),
        (double) row.requestedMemoryKilobytes(),
        (double) row.status(),
        (double) row.user(),
        (double) row.group(),
        (double) row.executable(),
        (double) row.queue(),
        (double) row.partition(),
        (double) row.precedingNumber(),
        (double) row.thinkSeconds());
  }
}
