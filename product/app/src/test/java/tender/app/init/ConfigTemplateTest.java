package tender.app.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConfigTemplateTest {
  private static final ConfigTemplate TEMPLATE =
      ConfigTemplate.of(
          """
          # Explains a.
          #a: 1
          # Explains b: see a.
          b: 2

          section:
            # Explains x.
            x: 1
            #y: 2
          #other: {z: 1}
          """);

  @Test
  void settingIsFilledInAtItsPlace() {
    assertThat(TEMPLATE.with("a", List.of("x", "y")).with("b", "te\"xt: # {").text())
        .startsWith(
            """
            # Explains a.
            a: ["x","y"]
            # Explains b: see a.
            b: "te\\"xt: # {"
            """);
  }

  @Test
  void settingOfSectionIsFilledIn() {
    assertThat(TEMPLATE.with("section", "y", "v").text())
        .contains("section:\n  # Explains x.\n  x: 1\n  y: \"v\"\n");
  }

  @Test
  void sectionBecomesAComment() {
    assertThat(TEMPLATE.without("section").with("other", Map.of("z", 7)).text())
        .endsWith("#section:\n  # Explains x.\n  #x: 1\n  #y: 2\nother: {\"z\":7}\n");
  }

  @Test
  void unknownSettingIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> TEMPLATE.with("absent", 1));
  }
}
