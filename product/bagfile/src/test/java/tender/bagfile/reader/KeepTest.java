package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeepTest {
  private static BagDraft read(String fields) {
    String text = "{version: 1, command: sleep 1, runtime: 1s, tasks: 1" + fields + "}";
    return BagFileReader.readText(text, new NamedFiles(List.of()), Clock.systemUTC());
  }

  @ParameterizedTest
  @CsvSource({"30d, P30D, 30d", "36h, PT36H, 36h", "1d12h, PT36H, 36h", "90m, PT90M, 5400s"})
  void timeIsReadAndSubmitted(String text, Duration keep, String submitted) {
    BagDraft draft = read(", keep: " + text);
    assertThat(draft.keep()).contains(keep);
    assertThat(SubmissionJson.of(draft).path("keep").asString()).isEqualTo(submitted);
  }

  @Test
  void timeIsOptionalAndNeedsAUnit() {
    assertThat(read("").keep()).isEmpty();
    assertThat(SubmissionJson.of(read("")).has("keep")).isFalse();
    assertThatThrownBy(() -> read(", keep: 30"))
        .hasMessageContaining("keep is 30, but must be how long");
  }
}
