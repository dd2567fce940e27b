package tender.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tender.workload.swf.SwfSamples.GOOD;
import static tender.workload.swf.SwfSamples.gzip;
import static tender.workload.swf.SwfSamples.read;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SwfReaderTest {
  @Test
  void rowHasAllColumns() throws IOException {
    SwfTrace trace =
        read("; Version: 2.2\n\n 11 342 5 553 40 552.21 8.5 41 600 77 1 4 2 6 7 8 9 3\n");

    assertThat(trace.rows())
        .containsExactly(
            new SwfRow(3, 11, 342, 5, 553, 40, 552.21, 8.5, 41, 600, 77, 1, 4, 2, 6, 7, 8, 9, 3));
    assertThat(trace.findings().isEmpty()).isTrue();
    assertThat(trace.header().comments()).containsExactly(" Version: 2.2");
  }

  @Test
  void unknownValuesAreMinusOne() throws IOException {
    SwfRow row = read("-1 ".repeat(18)).rows().getFirst();

    assertThat(row.number()).isEqualTo(SwfRow.UNKNOWN);
    assertThat(row.averageCpuSeconds()).isEqualTo(SwfRow.UNKNOWN);
    assertThat(row.thinkSeconds()).isEqualTo(SwfRow.UNKNOWN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "4 | TOO_FEW_COLUMNS | line 2: the row has 17 columns; it needs 18",
        "abc | NOT_A_NUMBER | line 2: column 4 (run time) is 'abc', not an integer",
        "4.5 | NOT_A_NUMBER | line 2: column 4 (run time) is '4.5', not an integer",
        "- | NOT_A_NUMBER | line 2: column 4 (run time) is '-', not an integer",
        "7é | NOT_A_NUMBER | line 2: column 4 (run time) is '7??', not an integer",
        "99999999999999999999 | TOO_LARGE | the largest value is 100000000000000000"
      })
  void invalidRowIsReportedAndSkipped(String fourth, SwfProblem problem, String message)
      throws IOException {
    String bad = "1 2 3 " + fourth + " 5 6 7 8 9 10 11 12 13 14 15 16 17";
    String last = problem == SwfProblem.TOO_FEW_COLUMNS ? "" : " 18";
    SwfTrace trace = read(GOOD + "\n" + bad + last + "\n" + GOOD);

    assertThat(trace.rows()).hasSize(2);
    assertThat(trace.findings().badLines()).isEqualTo(1);
    assertThat(trace.findings().count(problem)).isEqualTo(1);
    assertThat(trace.findings().isComplete()).isTrue();
    assertThat(trace.findings().first().getFirst().toString()).contains(message);
  }

  @Test
  void processorsMustFitAnInt() throws IOException {
    assertThat(read("1 1 1 1 2147483647 1 1 1 1 1 1 1 1 1 1 1 1 1").rows()).hasSize(1);
    assertThat(read("1 1 1 1 2147483648 1 1 1 1 1 1 1 1 1 1 1 1 1").findings().first())
        .singleElement()
        .hasToString(
            "line 1: column 5 (allocated processors) is '2147483648'; the largest value is"
                + " 2147483647");
  }

  @ParameterizedTest
  @CsvSource({"'\\n'", "'\\r\\n'", "'\\r'"})
  void allThreeLineEndsAreSupported(String end) throws IOException {
    String lineEnd = end.translateEscapes();
    SwfTrace trace = read("; a" + lineEnd + GOOD + lineEnd + lineEnd + GOOD + lineEnd);

    assertThat(trace.header().comments()).containsExactly(" a");
    assertThat(trace.rows()).extracting(SwfRow::line).containsExactly(2L, 4L);
    assertThat(trace.findings().isEmpty()).isTrue();
  }

  @Test
  void extraColumnsAndByteOrderMarkAreIgnored() throws IOException {
    assertThat(read("\ufeff" + GOOD + " x y z").rows()).hasSize(1);
    assertThat(read("\ufeff; Version: 2").header().comments()).hasSize(1);
  }

  @Test
  void tooLongLineIsSkipped() throws IOException {
    SwfLimits limits = new SwfLimits(1_024, 1_000, 10, 1_000_000);
    String longest = GOOD + " ".repeat(1_024 - GOOD.length());
    for (int tooMany : new int[] {1, 2, 1_023, 1_024, 1_025, 5_000}) {
      String text = GOOD + "\n" + longest + "\n" + longest + " ".repeat(tooMany) + "\n" + GOOD;
      SwfTrace trace = read(slow(SwfSamples.bytes(text)), limits);

      assertThat(trace.rows()).extracting(SwfRow::line).containsExactly(1L, 2L, 4L);
      assertThat(trace.findings().first())
          .singleElement()
          .extracting(SwfFinding::line, SwfFinding::problem)
          .containsExactly(3L, SwfProblem.LINE_TOO_LONG);
    }
  }

  @Test
  void onlyFirstHundredFindingsHaveTexts() throws IOException {
    SwfTrace trace = read("bad\n".repeat(250) + GOOD);

    assertThat(trace.findings().first()).hasSize(100);
    assertThat(trace.findings().badLines()).isEqualTo(250);
    assertThat(trace.rows()).hasSize(1);
  }

  @Test
  void contentBeyondLimitsIsReported() throws IOException {
    String text = "; one\n; two\n;\n" + (GOOD + "\n").repeat(5);
    SwfLimits limits = new SwfLimits(1_024, 10, 3, 1_000_000);
    SwfTrace trace = read(SwfSamples.bytes(text), limits);

    assertThat(trace.header().comments()).containsExactly(" one", " two");
    assertThat(trace.rows()).hasSize(3);
    assertThat(trace.findings().counts())
        .containsOnlyKeys(SwfProblem.COMMENT_DROPPED, SwfProblem.ROWS_LEFT_OUT);
    assertThat(trace.findings().isComplete()).isFalse();

    byte[] bytes = SwfSamples.bytes(GOOD + "\n" + GOOD + "\n");
    assertThat(read(bytes, limits.withBytes(bytes.length)).findings().isEmpty()).isTrue();
    SwfTrace cut = read(bytes, limits.withBytes(bytes.length - 1));
    assertThat(cut.findings().first()).singleElement().extracting(SwfFinding::line).isEqualTo(2L);
    assertThat(cut.rows()).as("a row that was cut off is not used").hasSize(1);
  }

  @Test
  void gzipIsDetectedByContentNotByName(@TempDir Path folder) throws IOException {
    Path plain = folder.resolve("plain.swf.gz");
    Path packed = folder.resolve("packed.swf");
    Files.writeString(plain, GOOD);
    Files.write(packed, gzip(GOOD));

    assertThat(SwfTrace.read(plain).rows()).hasSize(1);
    assertThat(SwfTrace.read(packed).rows()).hasSize(1);
  }

  @Test
  void concatenatedGzipFilesAreOneTrace() throws IOException {
    var both = new ByteArrayOutputStream();
    both.write(gzip(GOOD + "\n"));
    both.write(gzip(GOOD + "\n"));

    assertThat(read(both.toByteArray(), SwfLimits.DEFAULT).rows()).hasSize(2);
    assertThat(read(slow(both.toByteArray()), SwfLimits.DEFAULT).rows()).hasSize(2);
  }

  @Test
  void truncatedGzipFileIsReadUpToItsEnd() throws IOException {
    byte[] whole = gzip(SwfSamples.manyRows(2_000));
    for (int length = 2; length < whole.length; length += 97) {
      SwfTrace trace = read(Arrays.copyOf(whole, length), SwfLimits.DEFAULT);

      assertThat(trace.findings().counts()).containsOnlyKeys(SwfProblem.GZIP_TRUNCATED);
      assertThat(trace.findings().first().getFirst().line()).isEqualTo(trace.rows().size() + 1);
      for (SwfRow row : trace.rows()) {
        assertThat(row.number()).isEqualTo(row.line());
      }
    }
  }

  @Test
  void failingStreamIsReported() {
    var failing = new SlowInputStream(SwfSamples.bytes(GOOD), new SplittableRandom(1), true);
    var reader = new SwfReader(failing, SwfLimits.DEFAULT);

    assertThatThrownBy(() -> SwfTrace.readRest(reader)).hasMessage("broken");
  }

  @Test
  void invalidLimitsAreRejected() {
    assertThatThrownBy(() -> new SwfLimits(10, 1, 1, 1)).hasMessageContaining("10 bytes");
    assertThatThrownBy(() -> SwfLimits.DEFAULT.withRows(-1)).hasMessageContaining("-1 rows");
  }

  private static SlowInputStream slow(byte[] bytes) {
    return new SlowInputStream(bytes, new SplittableRandom(bytes.length), false);
  }
}
