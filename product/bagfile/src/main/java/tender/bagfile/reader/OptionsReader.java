package tender.bagfile.reader;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;

/** Reads the fields of a bag file that say how its tasks run and when the bag is stopped. */
final class OptionsReader {
  private final BagFile file;
  private final FieldLocation top;

  OptionsReader(BagFile file, FieldLocation top) {
    this.file = file;
    this.top = top;
  }

  TaskOptions options() {
    return new TaskOptions(
        shell(), setup(), environment(), isOutputRequired(), stopAfterFailures());
  }

  private Optional<TaskOptions.Shell> shell() {
    FieldValue shell = top.value("shell", file.shell());
    if (!shell.isGiven()) {
      return Optional.empty();
    }
    for (TaskOptions.Shell known : TaskOptions.Shell.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(file.shell())) {
        return Optional.of(known);
      }
    }
    throw shell.mismatch("sh or bash", "Call other interpreters in the command.");
  }

  private List<String> setup() {
    return top.field("setup").each(file.setup(), (line, _) -> line);
  }

  private SortedMap<String, String> environment() {
    SortedMap<String, String> variables = new TreeMap<>();
    if (file.environment() != null) {
      FieldLocation place = top.field("environment");
      file.environment()
          .forEach((name, value) -> variables.put(name, place.field(name).required(value)));
    }
    return variables;
  }

  private boolean isOutputRequired() {
    FieldValue required = top.value("outputs_required", file.outputs_required());
    if (!required.isGiven() || "false".equals(file.outputs_required())) {
      return false;
    }
    if ("true".equals(file.outputs_required())) {
      return true;
    }
    throw required.mismatch("true or false", "Write \"outputs_required: true\".");
  }

  private int stopAfterFailures() {
    return (int)
        top.value("stop_after_failures", file.stop_after_failures())
            .orElse(Integer.toString(TaskOptions.DEFAULT_STOP_AFTER_FAILURES))
            .wholeNumber(0, TaskList.MAX_TASKS);
  }
}
