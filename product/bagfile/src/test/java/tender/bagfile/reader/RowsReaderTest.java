package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.bagfile.Parameter;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;

class RowsReaderTest {
  @TempDir private Path folder;

  private LocalBag bag(String fields) throws IOException {
    Path file = folder.resolve("bag.yaml");
    Files.writeString(file, "{version: 1, runtime: 1s, each_row: rows.csv, " + fields + "}");
    return LocalBag.read(file.toString(), Clock.systemUTC());
  }

  @Test
  void eachRowAfterTheHeaderBecomesTask() throws IOException {
    Files.writeString(
        folder.resolve("rows.csv"), "\ufeffid, seed\r\n\"a, it's\",1\r\n$(id), 2\r\n\r\n");
    LocalBag bag = bag("command: 'run {id} --seed {seed}'");
    WorkOrder order = bag.draft().order();
    assertThat(order.taskList())
        .isEqualTo(
            new TaskList.Zip(
                List.of(
                    new Parameter("id", List.of("a, it's", "$(id)")),
                    new Parameter("seed", List.of("1", " 2")))));
    assertThat(order.taskCommand().text(0)).isEqualTo("run 'a, it'\\''s' --seed '1'");
    assertThat(order.taskCommand().text(1)).isEqualTo("run '$(id)' --seed ' 2'");
    assertThat(bag.files()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ``               | The file is empty.
          \\n              | The file is empty.
          \\na             | Line 1 is empty. It must name the columns
          a,b\\n           | There are no rows after the header on line 1
          a,b\\n1,2\\n3\\n | The number of columns on line 3 is 1, but the header has 2.
          a,b\\n"x\\ny",2\\n3,4,5 | The number of columns on line 4 is 3, but the header has 2.
          a,b\\n\\n1,2     | Line 2 is empty.
          a,b,a\\n1,2,3    | Line 1 names two columns 'a'. Rename one.
          a,,b\\n1,2,3     | Line 1 has no name for column 2.
          a,b c\\n1,2      | Line 1 names column 2 'b c'. A name has 1 to 64 letters
          a;b\\n1;2        | Columns are separated by commas.
          a,task\\n1,2     | Line 1 names column 2 'task'.
          a\\n"1           | Line 2 has a quoted field without an end.
          """)
  void errorsNameFileAndLine(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowsReader.read("rows.csv", text.replace("\\n", "\n")))
        .withMessageStartingWith("'rows.csv': ")
        .withMessageContaining(message);
  }

  @Test
  void tooLongValuesAndFilesAreRejected() throws IOException {
    Path file = folder.resolve("rows.csv");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RowsReader.read("rows.csv", "a\n1\n" + "x".repeat(4_097)))
        .withMessageContaining("Line 3, column a, has 4097 characters; the maximum is 4096.");
    Files.writeString(file, "a\n" + "x\n".repeat(1 << 21));
    assertThatThrownBy(() -> bag("command: a"))
        .hasMessageContaining("each_row cannot be used: 'rows.csv' has 4194306 bytes.")
        .hasMessageContaining("at most 4194304 bytes");
    Files.write(file, new byte[] {'a', '\n', (byte) 0xff});
    assertThatThrownBy(() -> bag("command: a")).hasMessageContaining("is not valid UTF-8");
  }

  @Test
  void errorShowsTheFieldOfTheBagFile() throws IOException {
    assertThatThrownBy(() -> bag("command: a"))
        .hasMessageContaining("each_row cannot be used: File 'rows.csv' does not exist");
    Files.writeString(folder.resolve("rows.csv"), "a\n1\n");
    assertThatThrownBy(() -> bag("command: 'echo {b}'"))
        .hasMessageContaining("Known placeholders: {task}, {a}.");
    assertThatThrownBy(() -> bag("command: a, tasks: 3"))
        .hasMessageContaining("must have one of tasks, sweep")
        .hasMessageContaining("but has tasks and each_row.");
  }
}
