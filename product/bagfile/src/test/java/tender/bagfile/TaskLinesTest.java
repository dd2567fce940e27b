package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskLinesTest {
  @TempDir private Path folder;

  @Test
  void everyLineIsATask() throws IOException {
    assertThat(lines("a\nb\n")).containsExactly("a", "b");
    assertThat(lines("a\nb")).containsExactly("a", "b");
    assertThat(lines("a\r\n\r\n é \n\rb\r")).containsExactly("a", "", " é ", "\rb\r");
    assertThat(lines("\n")).containsExactly("");
    String longest = "x".repeat(TaskLines.MAX_LINE_BYTES);
    assertThat(lines(longest + "\r\n" + longest)).containsExactly(longest, longest);
  }

  @Test
  void randomLinesRoundTrip() throws IOException {
    for (int seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      List<String> lines =
          IntStream.rangeClosed(0, random.nextInt(100))
              .mapToObj(_ -> TestWorkOrders.oddText(random).replace("\n", "") + "x")
              .toList();
      String end = random.nextBoolean() ? "\n" : "\r\n";
      assertThat(lines(lines.stream().collect(Collectors.joining(end))))
          .as("seed %d", seed)
          .isEqualTo(lines);
    }
  }

  @Test
  void moreThanAMillionLinesAreRejected() throws IOException {
    Path file = Files.writeString(folder.resolve("lines"), "0123456\n".repeat(1_000_000));
    try (TaskLines lines = TaskLines.open(file)) {
      assertThat(lines.tasks()).isEqualTo(1_000_000);
      assertThat(lines.line(999_999)).isEqualTo("0123456");
      assertThatIllegalArgumentException().isThrownBy(() -> lines.line(1_000_000));
    }
    Files.writeString(file, "0123456\n".repeat(1_000_000) + "x");
    assertRejected(file, "1000000 lines");
  }

  @Test
  void linesThatNoCommandCanHoldAreRejected() throws IOException {
    Path file = folder.resolve("lines");
    assertRejected(Files.write(file, new byte[0]), "0 bytes");
    assertRejected(Files.writeString(file, "a\nb\0c\n"), "Line 2");
    assertRejected(Files.write(file, new byte[] {'a', '\n', '\n', (byte) 0xff}), "Line 3");
    assertRejected(Files.writeString(file, "x".repeat(TaskLines.MAX_LINE_BYTES + 3)), "Line 1");
    assertRejected(
        Files.writeString(file, "x".repeat(TaskLines.MAX_LINE_BYTES + 1) + "\n"), "Line 1");
  }

  private static void assertRejected(Path file, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TaskLines.open(file).close())
        .withMessageContaining(message);
  }

  private List<String> lines(String text) throws IOException {
    try (TaskLines lines = TaskLines.open(Files.writeString(folder.resolve("lines"), text))) {
      List<String> read = new ArrayList<>();
      for (int task = 0; task < lines.tasks(); task++) {
        read.add(lines.line(task));
      }
      return read;
    }
  }
}
