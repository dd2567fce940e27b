package tender.core.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tender.core.chain.ChainGraph.NamedStage;

final class ChainGraphTest {
  private static NamedStage stage(String name, String... after) {
    return new NamedStage(
        name,
        1,
        List.of(after).stream()
            .collect(Collectors.toMap(one -> one, one -> StartCondition.ALL_SUCCEEDED)));
  }

  @Test
  void stagesComeAfterTheirPredecessors() {
    List<ChainStage> order =
        ChainGraph.order(List.of(stage("plot", "fit"), stage("make"), stage("fit", "make")));
    assertThat(order).extracting(ChainStage::name).containsExactly("make", "fit", "plot");
    assertThat(order.get(2).predecessors())
        .containsExactly(new ChainStage.Predecessor(1, StartCondition.ALL_SUCCEEDED));
  }

  @Test
  void cyclesAreRefusedWithTheirStages() {
    assertThatThrownBy(
            () -> ChainGraph.order(List.of(stage("a", "b"), stage("b", "a"), stage("c", "a"))))
        .hasMessage("The stages a, b wait for each other.");
  }

  @Test
  void unknownAndRepeatedNamesAreRefused() {
    assertThatThrownBy(() -> ChainGraph.order(List.of(stage("a", "x"))))
        .hasMessage("Stage a comes after x, which is no stage of the chain.");
    assertThatThrownBy(() -> ChainGraph.order(List.of(stage("a"), stage("a"))))
        .hasMessage("Two stages have the name a.");
    assertThatThrownBy(() -> ChainGraph.order(List.of(stage("a b"))))
        .hasMessageContaining("\"a b\"");
  }

  @Test
  void numbersOfStagesAreLimited() {
    assertThatThrownBy(() -> ChainGraph.order(Collections.nCopies(51, stage("a"))))
        .hasMessage("A chain has from 1 to 50 stages; this one has 51.");
    assertThatThrownBy(() -> ChainGraph.order(List.of())).hasMessageContaining("this one has 0");
  }

  @Test
  void correspondenceNeedsTheSameNumberOfTasks() {
    assertThatThrownBy(
            () ->
                ChainGraph.order(
                    List.of(
                        new NamedStage("a", 2, Map.of()),
                        new NamedStage("b", 3, Map.of("a", StartCondition.PER_TASK)))))
        .hasMessageContaining("has 3 tasks");
  }
}
