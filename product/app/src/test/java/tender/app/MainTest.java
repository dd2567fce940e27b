package tender.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void homeFolderFollowsTheEnvironment() {
    assertThat(Main.homeFolder(Map.of("HOME", "/home/ada"))).contains("/home/ada");
    assertThat(Main.homeFolder(Map.of("HOME", "ada"))).isEmpty();
    assertThat(Main.homeFolder(Map.of())).isEmpty();
  }
}
