package tender.bagfile.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tender.bagfile.Container;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;

/** Reads the fields of a bag file that say how its tasks run and when the bag is stopped. */
final class OptionsReader {
  /** No characters that a shell interprets. */
  private static final Pattern MODULE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._+/-]{0,199}");

  private final BagFile file;
  private final FieldLocation top;

  OptionsReader(BagFile file, FieldLocation top) {
    this.file = file;
    this.top = top;
  }

  TaskOptions options() {
    return new TaskOptions(
        shell(), setup(), environment(), isOutputRequired(), stopAfterFailures(), container());
  }

  private Optional<TaskOptions.Shell> shell() {
    FieldValue shell = top.value("shell", file.shell());
    if (!shell.isGiven()) {
      // The command module is a function of a login shell.
      return hasModules() ? Optional.of(TaskOptions.Shell.BASH) : Optional.empty();
    }
    if (hasModules() && "sh".equals(file.shell())) {
      throw shell.place().error("is sh, but modules need a login shell.", "Write \"shell: bash\".");
    }
    for (TaskOptions.Shell known : TaskOptions.Shell.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(file.shell())) {
        return Optional.of(known);
      }
    }
    throw shell.mismatch("sh or bash", "Call other interpreters in the command.");
  }

  private boolean hasModules() {
    return file.modules() != null && !file.modules().isEmpty();
  }

  /** Modules are loaded first, so that the other lines can use them. */
  private List<String> setup() {
    List<String> lines = new ArrayList<>();
    lines.addAll(top.field("modules").each(file.modules(), OptionsReader::loadModule));
    lines.addAll(top.field("setup").each(file.setup(), (line, _) -> line));
    return lines;
  }

  private static String loadModule(String name, FieldLocation place) {
    if (!MODULE.matcher(name).matches()) {
      throw place.mismatch(
          "the name of a module", "Write it as in \"module load\", for example gcc/13.2.");
    }
    return "module load " + name;
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

  private Optional<Container> container() {
    ContainerFields given = file.container();
    if (given == null) {
      return Optional.empty();
    }
    FieldLocation place = top.field("container");
    if ((given.image() == null) == (given.archive() == null)) {
      throw place.error(
          "must have either image or archive.",
          "Write \"container: {archive: image.tar}\" with an input that is an OCI archive, or \"container: {image: HOST/NAME@sha256:…}\".");
    }
    try {
      return Optional.of(
          new Container(
              Optional.ofNullable(given.image()),
              Optional.ofNullable(given.archive()).map(RelativePath::new)));
    } catch (IllegalArgumentException e) {
      throw place.error("cannot be used: " + e.getMessage(), "See docs/use/containers.md.");
    }
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
