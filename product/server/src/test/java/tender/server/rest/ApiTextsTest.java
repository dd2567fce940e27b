package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tender.core.compose.UnusedOffer;
import tender.core.message.Message;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.Breach;
import tender.server.model.BagPhase;
import tender.support.http.ResponseJson;
import tender.support.text.Texts;

/** The command line and the dashboard have a text for every code that the server can send. */
class ApiTextsTest {
  @Test
  void everyBagStateHasAText() {
    assertTexts("bagState", List.of(BagPhase.values()));
  }

  @Test
  void everyReasonHasAText() {
    assertTexts(
        "reason",
        Stream.of(
                Message.RefusalReason.values(),
                BagEffect.NoPromiseReason.values(),
                BagEffect.MatchFailure.values(),
                Breach.Cause.values())
            .flatMap(Stream::of)
            .toList());
    assertTexts("unusedReason", List.of(UnusedOffer.Reason.values()));
  }

  @Test
  void everyEventOfTheOpenApiDocumentHasAText() throws IOException {
    Set<String> events = new TreeSet<>();
    Matcher matcher =
        Pattern.compile("event:\\s+type: string\\s+description: \\|\\s+([^.]*)\\.")
            .matcher(openApi());
    assertThat(matcher.find()).isTrue();
    for (String event : matcher.group(1).replaceAll("\\([^)]*\\)", "").split(",")) {
      events.add(event.strip());
    }
    assertThat(events).contains("bidding", "not-promised", "cancelled");
    assertThat(events).allSatisfy(event -> assertThat(Texts.find("bagEvent", event)).isPresent());
  }

  private static void assertTexts(String section, List<? extends Enum<?>> constants) {
    assertThat(constants)
        .allSatisfy(
            constant ->
                assertThat(Texts.find(section, ResponseJson.wireName(constant))).isPresent());
  }

  private static String openApi() throws IOException {
    try (InputStream in = RestServer.class.getResourceAsStream("openapi.yaml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
