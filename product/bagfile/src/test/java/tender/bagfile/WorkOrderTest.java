package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tender.core.model.TaskSet;

class WorkOrderTest {
  private static final TaskList TEN = new TaskList.Count(10);

  @Test
  void retryMapsTaskIndexesToTheTaskList() {
    WorkOrder order = with(Optional.of(TaskSets.parse("1,4-5")), List.of(), List.of());
    assertThat(order.tasks()).isEqualTo(3);
    assertThat(IntStream.range(0, 3).map(order::listIndex)).containsExactly(1, 4, 5);
    assertThatIllegalArgumentException().isThrownBy(() -> order.listIndex(3));
    assertThat(TestWorkOrders.plain("a", TEN).listIndex(9)).isEqualTo(9);
    assertThat(order.workDigest())
        .isEqualTo(with(Optional.empty(), List.of(), List.of()).workDigest())
        .isNotEqualTo(TestWorkOrders.plain("a", TEN).workDigest());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(Optional.of(TaskSet.range(9, 11)), List.of(), List.of()));
  }

  @Test
  void digestsContainInputsAndLines() {
    Digest lines = Digest.of(TestWorkOrders.bytes("lines"));
    WorkOrder order = TestWorkOrders.plain("a {line}", new TaskList.Lines(lines, 1));
    assertThat(order.digests()).containsExactly(lines);
    assertThat(order.needs(lines)).isTrue();
    assertThat(order.needs(Digest.NONE)).isFalse();
  }

  @Test
  void filesOfPacksAreInputs() {
    Digest digest = Digest.of(TestWorkOrders.bytes("pack"));
    InputPack pack = new InputPack(digest, 1_000, 50, List.of("d", "e"));
    WorkOrder order = TestWorkOrders.plain("a", TEN).withInputPacks(List.of(pack));
    assertThat(order.digests()).containsExactly(digest);
    assertThat(order.needs(digest)).isTrue();
    assertThat(order.inputBytes()).isEqualTo(1_000);
    assertThat(order.inputNames()).containsExactlyInAnyOrder("d", "e");
    assertThat(order.withSiteInputs(List.of(SiteInput.parse("site:f"))).inputNames())
        .containsExactlyInAnyOrder("d", "e", "f");
    assertThat(order.withoutDigests().digests()).containsExactly(Digest.NONE);
    assertThat(WorkOrderJson.read(WorkOrderJson.write(order))).isEqualTo(order);
    assertThat(order.withInputPacks(List.of())).isEqualTo(TestWorkOrders.plain("a", TEN));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> order.withSiteInputs(List.of(SiteInput.parse("site:e"))))
        .withMessageContaining("'e'");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> with(Optional.empty(), inputs("d"), List.of()).withInputPacks(List.of(pack)))
        .withMessageContaining("'d' is a file");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                order.withInputPacks(
                    List.of(new InputPack(digest, 1, InputPack.MAX_FILES, List.of("d")), pack)))
        .withMessageContaining("maximum is 200000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new InputPack(digest, InputPack.MAX_BYTES + 1, 1, List.of("d")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new InputPack(digest, 1, 1, List.of("d/e")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new InputPack(digest, 1, 1, List.of("..")));
  }

  @Test
  void conflictingInputsAreRejected() {
    assertInputsRejected("'a' is listed twice", "a", "a");
    assertInputsRejected("'a' is a file and cannot be the folder of 'a/b/c'", "a/b/c", "a");
    assertThat(with(Optional.empty(), inputs("a/b", "a!", "a0", "ab"), List.of()).inputs())
        .hasSize(4);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                with(
                    Optional.empty(),
                    inputs(
                        IntStream.rangeClosed(0, 10_000)
                            .mapToObj(Integer::toString)
                            .toArray(String[]::new)),
                    List.of()));
  }

  @Test
  void tooLongTextsAreRejected() {
    String long64 = "x".repeat(64 << 10);
    assertThat(TestWorkOrders.plain(long64, TEN).command()).isEqualTo(long64);
    for (String command : List.of("", " \n", long64 + "x", "é".repeat(40_000), "a\0")) {
      assertThatIllegalArgumentException().isThrownBy(() -> TestWorkOrders.plain(command, TEN));
    }
    for (String name : List.of("", "  ", "a\nb", "\u001b[0m", "x".repeat(101))) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  new WorkOrder(
                      1,
                      name,
                      "a",
                      TEN,
                      Optional.empty(),
                      List.of(),
                      List.of(),
                      1,
                      1,
                      0,
                      Optional.empty()));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(Optional.empty(), List.of(), Collections.nCopies(101, "*")));
  }

  @Test
  void numbersOutOfRangeAreRejected() {
    for (int[] numbers :
        new int[][] {
          {0, 1, 1, 0},
          {2, 1, 1, 0},
          {1, 0, 1, 0},
          {1, 100_001, 1, 0},
          {1, 1, 0, 0},
          {1, 1, 1, -1},
          {1, 1, 1, 101}
        }) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  new WorkOrder(
                      numbers[0],
                      "a",
                      "a",
                      TEN,
                      Optional.empty(),
                      List.of(),
                      List.of(),
                      numbers[1],
                      numbers[2],
                      numbers[3],
                      Optional.empty()));
    }
  }

  private static void assertInputsRejected(String message, String... paths) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(Optional.empty(), inputs(paths), List.of()))
        .withMessageContaining(message);
  }

  private static List<InputFile> inputs(String... paths) {
    return Stream.of(paths)
        .map(path -> new InputFile(new RelativePath(path), Digest.of(new byte[0]), 0, false))
        .toList();
  }

  private static WorkOrder with(
      Optional<TaskSet> only, List<InputFile> inputs, List<String> outputs) {
    return new WorkOrder(1, "a", "a", TEN, only, inputs, outputs, 1, 1, 0, Optional.empty());
  }
}
