package tender.bagfile.reader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tender.bagfile.Parameter;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrderJson;
import tender.support.text.Csv;
import tender.support.text.InputChecks;

/**
 * Reads a CSV file whose first row names parameters and whose other rows are tasks. Errors are
 * {@link IllegalArgumentException}s that name the file and the line.
 */
final class RowsReader {
  private final List<Csv.Row> rows;

  private RowsReader(List<Csv.Row> rows) {
    this.rows = rows;
  }

  /**
   * Reads a file.
   *
   * @param name of the file in error messages
   */
  static TaskList.Zip read(String name, Path file) throws IOException {
    long bytes = Files.size(file);
    if (bytes > WorkOrderJson.MAX_BYTES) {
      throw new IllegalArgumentException(
          "%s has %s bytes. Its rows become part of the work order, which has at most %s bytes. Submit several bags, or use each_line, whose file may be larger."
              .formatted(InputChecks.quoted(name), bytes, WorkOrderJson.MAX_BYTES));
    }
    return read(name, decoded(name, Files.readAllBytes(file)));
  }

  static TaskList.Zip read(String name, String text) {
    try {
      return new RowsReader(Csv.read(text)).tasks();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(InputChecks.quoted(name) + ": " + e.getMessage(), e);
    }
  }

  private static String decoded(String name, byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          InputChecks.quoted(name) + " is not valid UTF-8. Save the file as UTF-8.", e);
    }
  }

  private TaskList.Zip tasks() {
    List<String> names = header();
    if (rows.size() == 1) {
      throw new IllegalArgumentException(
          "There are no rows after the header on line %s, so there are no tasks."
              .formatted(rows.getFirst().line()));
    }
    List<List<String>> columns = new ArrayList<>();
    names.forEach(_ -> columns.add(new ArrayList<>()));
    for (Csv.Row row : rows.subList(1, rows.size())) {
      checkColumns(row, names);
      for (int i = 0; i < names.size(); i++) {
        columns
            .get(i)
            .add(
                InputChecks.text(
                    row.fields().get(i),
                    Parameter.MAX_VALUE_LENGTH,
                    "Line " + row.line() + ", column " + names.get(i) + ","));
      }
    }
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      parameters.add(new Parameter(names.get(i), columns.get(i)));
    }
    return new TaskList.Zip(parameters);
  }

  private List<String> header() {
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "The file is empty. Its first line must name the columns, such as \"seed,n\".");
    }
    int line = rows.getFirst().line();
    List<String> names = rows.getFirst().fields().stream().map(String::strip).toList();
    if (names.isEmpty()) {
      throw new IllegalArgumentException(
          "Line %s is empty. It must name the columns, such as \"seed,n\".".formatted(line));
    }
    Set<String> known = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      checkName(line, i + 1, names.get(i));
      if (!known.add(names.get(i))) {
        throw new IllegalArgumentException(
            "Line %s names two columns %s. Rename one."
                .formatted(line, InputChecks.quoted(names.get(i))));
      }
    }
    return names;
  }

  private static void checkName(int line, int column, String name) {
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "Line %s has no name for column %s. Name every column, with commas between the names."
              .formatted(line, column));
    }
    if (!Parameter.isName(name)) {
      throw new IllegalArgumentException(
          "Line %s names column %s %s. %s Columns are separated by commas."
              .formatted(line, column, InputChecks.quoted(name), Parameter.NAME_RULE));
    }
  }

  private static void checkColumns(Csv.Row row, List<String> names) {
    if (row.fields().isEmpty()) {
      throw new IllegalArgumentException(
          "Line %s is empty. Remove it, or write \"\" for a row with one empty value."
              .formatted(row.line()));
    }
    if (row.fields().size() != names.size()) {
      throw new IllegalArgumentException(
          "The number of columns on line %s is %s, but the header has %s. Put values that contain commas into quotes."
              .formatted(row.line(), row.fields().size(), names.size()));
    }
  }
}
