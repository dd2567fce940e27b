package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tender.bagfile.NotificationChoice;

class NotificationReaderTest {
  private static BagDraft read(String fields) {
    String text = "{version: 1, command: sleep 1, runtime: 1s, tasks: 1" + fields + "}";
    return BagFileReader.readText(text, new NamedFiles(List.of()), Clock.systemUTC());
  }

  private static void assertRead(
      String fields, Optional<List<String>> events, List<String> channels, String json) {
    BagDraft draft = read(fields);
    assertThat(draft.notification()).contains(new NotificationChoice(events, channels));
    assertThat(SubmissionJson.of(draft).get("notify")).hasToString(json);
  }

  @Test
  void eventsAndChannelsAreReadAndSubmitted() {
    assertRead(", notify: none", Optional.of(List.of()), List.of(), "{\"events\":[]}");
    assertRead(
        ", notify: done", Optional.of(List.of("done")), List.of(), "{\"events\":[\"done\"]}");
    assertRead(
        ", notify: [done, promise-broken], notify_channels: [work, chat]",
        Optional.of(List.of("done", "promise-broken")),
        List.of("work", "chat"),
        "{\"events\":[\"done\",\"promise-broken\"],\"channels\":[\"work\",\"chat\"]}");
    assertRead(
        ", notify_channels: work", Optional.empty(), List.of("work"), "{\"channels\":[\"work\"]}");
    assertThat(read("").notification()).isEmpty();
    assertThat(SubmissionJson.of(read("")).has("notify")).isFalse();
  }

  @Test
  void unknownEventNamesItsPlace() {
    assertThatThrownBy(() -> read(", notify: [done, started]"))
        .hasMessageContaining("notify[1] is")
        .hasMessageContaining("none, or some of promised, late,");
  }

  @Test
  void misspeltFieldIsCorrectedByItsNameInTheFile() {
    assertThatThrownBy(() -> read(", notifi: none")).hasMessageContaining("Did you mean notify?");
  }
}
