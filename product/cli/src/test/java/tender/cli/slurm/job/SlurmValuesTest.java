package tender.cli.slurm.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Indexes, times, signals and paths as Slurm writes them. */
class SlurmValuesTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-19T10:00:00Z"), ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0-3; 0,1,2,3; 1",
        "1,3,5-7; 1,3,5,6,7; 1",
        "0-20:10,5; 0,5,10,20; 10",
        "4%2; 4; 1",
        "3,1,1-2; 1,2,3; 1"
      })
  void arrayIndexesAreRead(String text, String expected, int step) {
    ArrayIndexes array = ArrayIndexes.parse(text);
    assertThat(array.indexes().stream().map(String::valueOf)).containsExactly(expected.split(","));
    assertThat(array.step()).isEqualTo(step);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "3-1", "1-", "-1", "0-3:0", "1,,2", "0-99999999", "1%x"})
  void invalidArrayIsRejected(String text) {
    assertThatThrownBy(() -> ArrayIndexes.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0-3", "1,3,5-7", "0-30:10", "5", "1-2", "0-3,8,20-40:10"})
  void formattedIndexesAreReadAgain(String text) {
    int[] indexes =
        ArrayIndexes.parse(text).indexes().stream().mapToInt(Integer::intValue).toArray();
    String formatted = ArrayIndexes.format(indexes);
    assertThat(ArrayIndexes.parse(formatted).indexes())
        .isEqualTo(ArrayIndexes.parse(text).indexes());
    assertThat(formatted.length()).isLessThanOrEqualTo(text.length() + 2);
  }

  @ParameterizedTest
  @CsvSource({
    "30, 30m",
    "30:15, 30m15s",
    "1:30:00, 90m",
    "2-12, 60h",
    "1-02:03:04, 26h3m4s",
    "0:45, 45s"
  })
  void timeLimitIsRead(String text, String expected) {
    assertThat(SlurmTime.limit(text)).isEqualTo(Duration.parse("PT" + expected));
  }

  @Test
  void unlimitedTimeIsRejected() {
    assertThatThrownBy(() -> SlurmTime.limit("0")).hasMessageContaining("promise");
    assertThatThrownBy(() -> SlurmTime.limit("UNLIMITED")).hasMessageContaining("not a duration");
  }

  @ParameterizedTest
  @CsvSource({
    "now, 2026-11-19T10:00:00Z",
    "now+90, 2026-11-19T10:01:30Z",
    "now+2hours, 2026-11-19T12:00:00Z",
    "16:00, 2026-11-19T16:00:00Z",
    "9:30, 2026-11-20T09:30:00Z",
    "4:00PM, 2026-11-19T16:00:00Z",
    "11:00:30 am, 2026-11-19T11:00:30Z",
    "12:05AM, 2026-11-20T00:05:00Z",
    "tomorrow, 2026-11-20T00:00:00Z",
    "1224, 2026-12-24T00:00:00Z",
    "2026-12-01, 2026-12-01T00:00:00Z",
    "2026-12-01T08:00, 2026-12-01T08:00:00Z",
    "+3h, 2026-11-19T13:00:00Z"
  })
  void pointInTimeIsRead(String text, Instant expected) {
    assertThat(SlurmTime.instant(text, CLOCK)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"65, 1:05", "5, 0:05", "3900, 1:05:00", "176700, 2-01:05:00"})
  void durationIsWrittenAsBySqueue(long seconds, String expected) {
    assertThat(SlurmTime.format(Duration.ofSeconds(seconds))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "logs/%x_%A_%a.out, logs/fit_4711_7.out",
    "%j-%4a.txt, 4713-0007.txt",
    "100%%.log, 100%.log",
    "./a/../b.out, b.out",
    "%x/%u, fit/ada"
  })
  void outputPathIsExpanded(String pattern, String expected) {
    OutputPath.Task task = new OutputPath.Task(4711, 2, OptionalInt.of(7), "fit", "ada");
    assertThat(new OutputPath(pattern).of(task).value()).isEqualTo(expected);
  }

  @Test
  void outputPathDoesNotLeaveFolder() {
    OutputPath.Task task = new OutputPath.Task(1, 0, OptionalInt.empty(), "../../x", "ada");
    assertThat(new OutputPath("%x.out").of(task).value()).doesNotContain("/");
    assertThatThrownBy(() -> new OutputPath("../x").of(task))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new OutputPath("/etc/x").of(task))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void signalNeedsScriptAsReceiver() {
    assertThat(BatchSignal.parse("B:SIGUSR1@90"))
        .isEqualTo(new BatchSignal("USR1", Duration.ofSeconds(90)));
    assertThatThrownBy(() -> BatchSignal.parse("USR1@90")).hasMessageContaining("B:");
  }
}
