package tender.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class ProtocolModelTest {
  @TempDir Path scratch;

  @ParameterizedTest
  @ValueSource(strings = {"OneTask.cfg", "TwoTasks.cfg", "EveryBagEnds.cfg"})
  void modelHasNoError(String configuration) throws Exception {
    TlcRunner.TlcResult outcome = TlcRunner.check(configuration, scratch);

    assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(TlcRunner.OK);
    assertThat(outcome.output()).contains("No error has been found", ", 0 states left on queue");
    assertThat(neverTaken(outcome))
        .as("actions that never happen; only Revive, a planted bug, may never happen")
        .containsExactly("Revive");
  }

  private static List<String> neverTaken(TlcRunner.TlcResult outcome) {
    return outcome.actionCounts().entrySet().stream()
        .filter(action -> action.getValue() == 0)
        .map(Map.Entry::getKey)
        .toList();
  }
}
