package tender.agent.batch.gridengine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tender.agent.batch.gridengine.QstatReader.GridEngineRank;

class PrioritiesTest {
  private static final Map<String, GridEngineRank> RANKS =
      Map.of(
          "9", new GridEngineRank("9", 0, false),
          "a", new GridEngineRank("11", -100, true),
          "b", new GridEngineRank("12", -100, true),
          "c", new GridEngineRank("13", -1023, true));

  @Test
  void laterArrayGetsLowerPriority() {
    assertThat(Priorities.changes(List.of("9", "b", "a"), RANKS)).isEqualTo(Map.of("11", -101));
    assertThat(Priorities.changes(List.of("9", "gone", "b"), RANKS)).isEmpty();
  }

  @Test
  void prioritiesAreOnlyLoweredAndOnlyOwn() {
    assertThat(Priorities.changes(List.of("a", "9", "b"), RANKS)).isEqualTo(Map.of("12", -101));
    assertThat(Priorities.changes(List.of("a"), RANKS)).isEmpty();
  }

  @Test
  void prioritiesStopAtMinimum() {
    assertThat(Priorities.changes(List.of("c", "a"), RANKS)).isEqualTo(Map.of("11", -1023));
    assertThat(Priorities.changes(List.of("a", "c"), RANKS)).isEmpty();
  }
}
