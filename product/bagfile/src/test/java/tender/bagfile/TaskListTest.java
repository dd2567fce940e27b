package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaskListTest {
  @Test
  void lastSweepParameterVariesFastest() {
    var sweep =
        new TaskList.Sweep(
            List.of(
                new Parameter("a", List.of("1", "2")), new Parameter("b", List.of("x", "y", "z"))));
    assertThat(
            IntStream.range(0, sweep.tasks()).mapToObj(t -> sweep.value(0, t) + sweep.value(1, t)))
        .containsExactly("1x", "1y", "1z", "2x", "2y", "2z");
  }

  @Test
  void zippedParametersAreTakenTogether() {
    var zip =
        new TaskList.Zip(
            List.of(new Parameter("a", List.of("1", "2")), new Parameter("b", List.of("x", "y"))));
    assertThat(IntStream.range(0, zip.tasks()).mapToObj(t -> zip.value(0, t) + zip.value(1, t)))
        .containsExactly("1x", "2y");
    var unequal = List.of(new Parameter("a", List.of("1", "2")), new Parameter("b", List.of("x")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TaskList.Zip(unequal))
        .withMessageContaining("Parameter 'a' has 2 values and 'b' has 1");
    var twice = List.of(new Parameter("a", List.of("1")), new Parameter("a", List.of("2")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TaskList.Zip(twice))
        .withMessageContaining("'a' is defined twice");
    List<Parameter> large =
        IntStream.range(0, 3)
            .mapToObj(i -> new Parameter("p" + i, Collections.nCopies(1_000_000, "")))
            .toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TaskList.Zip(large))
        .withMessageContaining("more than 2000000 values");
    assertThatIllegalArgumentException().isThrownBy(() -> new TaskList.Zip(List.of()));
  }

  @Test
  void moreThanAMillionTasksAreRejected() {
    var thousand = new Parameter("a", Collections.nCopies(1_000, ""));
    var another = new Parameter("b", Collections.nCopies(1_000, ""));
    assertThat(new TaskList.Sweep(List.of(thousand, another)).tasks()).isEqualTo(1_000_000);
    List<Parameter> many =
        IntStream.range(0, 50)
            .mapToObj(i -> new Parameter("p" + i, Collections.nCopies(1_000, "")))
            .toList();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TaskList.Sweep(many))
        .withMessageContaining("1000000");
    for (int tasks : new int[] {Integer.MIN_VALUE, -1, 0, 1_000_001, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new TaskList.Count(tasks));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new TaskList.Lines(Digest.of(new byte[0]), tasks));
    }
  }

  @Test
  void invalidParameterNamesAreRejected() {
    for (String name : new String[] {"", "1a", "a-b", "a b", "task", "line", "é", "a".repeat(65)}) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Parameter(name, List.of("1")));
    }
    var twice = List.of(new Parameter("a", List.of("1")), new Parameter("a", List.of("2")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new TaskList.Sweep(twice))
        .withMessageContaining("'a' is defined twice");
    assertThatIllegalArgumentException().isThrownBy(() -> new TaskList.Sweep(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Parameter("a", List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Parameter("a", List.of("\0")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Parameter("a", List.of("x".repeat(4_097))));
  }
}
