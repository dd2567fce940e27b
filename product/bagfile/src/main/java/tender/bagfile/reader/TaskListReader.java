package tender.bagfile.reader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import tender.bagfile.TaskList;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;

/** Reads the fields of a bag file that define its tasks; exactly one of them must be given. */
final class TaskListReader {
  private final BagFile file;
  private final FieldLocation top;
  private final BagFiles files;

  TaskListReader(BagFile file, FieldLocation top, BagFiles files) {
    this.file = file;
    this.top = top;
    this.files = files;
  }

  TaskList tasks() {
    FieldValue tasks = top.value("tasks", file.tasks());
    List<String> given =
        Stream.of(
                tasks.isGiven() ? "tasks" : "",
                file.sweep() == null ? "" : "sweep",
                file.zip() == null ? "" : "zip",
                file.each_line() == null ? "" : "each_line",
                file.each_row() == null ? "" : "each_row")
            .filter(name -> !name.isEmpty())
            .toList();
    if (given.size() != 1) {
      String which = given.isEmpty() ? "none of them" : String.join(" and ", given);
      throw top.error(
          "must have one of tasks, sweep, zip, each_line and each_row, but has " + which + ".",
          "Write for example \"tasks: 1000\", \"sweep: {seed: 1-100}\", \"zip: {a: 1-3, b: [x, y,"
              + " z]}\", \"each_line: inputs.txt\" or \"each_row: table.csv\".");
    }
    if (file.sweep() != null) {
      return SweepReader.read(file.sweep(), top.field("sweep"));
    }
    if (file.zip() != null) {
      return SweepReader.readZip(file.zip(), top.field("zip"));
    }
    if (file.each_line() != null) {
      return fromFile("each_line", file.each_line(), files::lines, files.advice());
    }
    if (file.each_row() != null) {
      return fromFile(
          "each_row",
          file.each_row(),
          files::rows,
          "Give a CSV file whose first line names the columns; every other line is a task.");
    }
    return new TaskList.Count((int) tasks.wholeNumber(1, TaskList.MAX_TASKS));
  }

  private TaskList fromFile(String field, String name, TaskFile reader, String advice) {
    try {
      return reader.read(name);
    } catch (IllegalArgumentException e) {
      throw top.field(field).error("cannot be used: " + e.getMessage(), advice);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + name + " failed: " + e.getMessage(), e);
    }
  }

  private interface TaskFile {
    TaskList read(String name) throws IOException;
  }
}
