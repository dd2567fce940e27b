package tender.support.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TextsTest {
  @Test
  void placeholdersAreReplacedByValues() {
    assertThat(Texts.format("bagEvent", "matched", Map.of("providers", "a $1 {by}")))
        .isEqualTo("Matched with a $1 {by} in the auction.");
  }

  @Test
  void unknownCodeIsShownWithSpaces() {
    assertThat(Texts.of("reason", "something-new")).isEqualTo("something new");
    assertThat(Texts.find("reason", "something-new")).isEmpty();
    assertThat(Texts.find("reason", "insufficient-funds")).isPresent();
  }
}
