package tender.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TheProtocolHoldsTest {
  @TempDir Path scratch;

  @ParameterizedTest
  @ValueSource(strings = {"OneTask.cfg", "TwoTasks.cfg", "EveryBagEnds.cfg"})
  void inEveryState(String configuration) throws Exception {
    Tlc.Outcome outcome = Tlc.check(configuration, scratch);

    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(Tlc.OK);
    assertThat(outcome.output()).contains("No error has been found", ", 0 states left on queue");
    assertThat(neverTaken(outcome))
        .as("actions that never happen, of which everything would be true; Revive is a mistake")
        .containsExactly("Revive");
  }

  private static List<String> neverTaken(Tlc.Outcome outcome) {
    return outcome.actions().entrySet().stream()
        .filter(action -> action.getValue() == 0)
        .map(Map.Entry::getKey)
        .toList();
  }
}
