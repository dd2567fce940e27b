package tender.cli.submit;

import java.time.Clock;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.bagfile.reader.LocalBag;
import tender.cli.client.ServerOption;
import tender.cli.output.OutputOption;
import tender.support.input.InputException;

/** Submits a bag without a bag file. */
@Command(
    name = "run",
    sortOptions = false,
    description = {
      "Submits a command as a bag of tasks, without a bag file.%n",
      "The options are the fields of a bag file, and the rest is as with submit: a quote, your"
          + " acceptance, a promise. In the command, {line} is replaced by the task's line, the"
          + " name of a column such as {seed} by the value in the task's row, and {task} by the"
          + " task's index, from 0; {{ and }} are literal braces.%n",
      "A command of several words is a program with its arguments, which it gets as they are. For"
          + " pipes, redirections and several commands, give one word in quotes."
    },
    exitCodeList = {
      "0:promised; with --wait, all tasks ended with 0",
      "1:something failed",
      "2:a file or an option is invalid",
      "3:not promised",
      "4:with --wait, tasks failed, or the bag was stopped because its first tasks all failed",
      "5:with --wait, the bag ended before all tasks did",
      "6:with --wait, outputs of tasks that exited with 0 are missing"
    })
public final class RunCommand implements Callable<Integer> {
  private static final Pattern PROGRAM = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final Pattern POSITION =
      Pattern.compile(LocalBag.OPTIONS + ", line \\d+, column \\d+: (the file|[a-z_]+)");

  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = {"The number of tasks, which differ by {task}.", "Default: 1."})
  private @Nullable String tasks;

  @Option(
      names = "--each-line",
      paramLabel = "FILE",
      description = "Every line of this file is a task.")
  private @Nullable String eachLine;

  @Option(
      names = "--each-row",
      paramLabel = "FILE",
      description = {"Every row of this CSV file is a task.", "Its first line names the columns."})
  private @Nullable String eachRow;

  @Option(
      names = "--runtime",
      paramLabel = "TIME",
      required = true,
      description = "Upper estimate of one task's run time: 90s, 2m or 1h30m.")
  private String runtime = "";

  @Option(
      names = "--inputs",
      paramLabel = "FILE",
      split = ",",
      description = {
        "Files and folders in the current folder that each task needs, or site:DATASET/PATH for",
        "data that providers have."
      })
  private @Nullable List<String> inputs;

  @Option(
      names = "--outputs",
      paramLabel = "PATTERN",
      split = ",",
      description = "Patterns of files to bring back, in quotes, such as '*.json'.")
  private @Nullable List<String> outputs;

  @Mixin private ResourceOptions resources;

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = {"How often a task that fails runs again.", "Default: 0."})
  private @Nullable String retries;

  @Option(
      names = "--shell",
      paramLabel = "sh|bash",
      description = {"The shell of the tasks; bash is a login shell.", "Default: sh."})
  private @Nullable String shell;

  @Option(
      names = "--setup",
      paramLabel = "LINE",
      description =
          "A line to run before each task's command, such as 'module load r'; repeatable.")
  private @Nullable List<String> setup;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "An environment variable of the tasks; repeatable.")
  private @Nullable Map<String, String> environment;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = {"The bag's name in lists.", "Default: the name of the program."})
  private @Nullable String name;

  @Mixin private RequirementOptions requirements;
  @Mixin private NotifyOptions notifications;
  @Mixin private AcceptOptions accept;
  @Mixin private OutputOption output;

  @Option(names = "--wait", description = "Show the bag's progress until it has ended.")
  private boolean waits;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "1..*",
      description = "The command of each task. Put -- before it.")
  private List<String> words;

  @Override
  public Integer call() {
    return new Submission(server, accept, output, spec.commandLine())
        .submit(bag(), requirements.optimise(), waits);
  }

  private LocalBag bag() {
    Clock clock = Clock.system(ZoneId.systemDefault());
    LocalBag bag;
    try {
      bag = LocalBag.of(fields(), clock);
    } catch (InputException e) {
      throw new IllegalArgumentException(asOptionError(String.valueOf(e.getMessage())), e);
    }
    return bag.withDraft(notifications.applyTo(requirements.applyTo(bag.draft(), clock)));
  }

  private Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("version", "1");
    put(fields, "name", name == null ? programName() : name);
    fields.put("command", CommandWords.command(words));
    put(fields, "tasks", tasks);
    put(fields, "each_line", eachLine);
    put(fields, "each_row", eachRow);
    long lists =
        fields.keySet().stream()
            .filter(List.of("tasks", "each_line", "each_row")::contains)
            .count();
    if (lists > 1) {
      throw new ParameterException(
          spec.commandLine(), "Give only one of --tasks, --each-line and --each-row");
    }
    if (lists == 0) {
      fields.put("tasks", "1");
    }
    put(fields, "runtime", runtime);
    put(fields, "inputs", inputs);
    put(fields, "outputs", outputs);
    resources.addTo(fields);
    put(fields, "retries", retries);
    put(fields, "shell", shell);
    put(fields, "setup", setup);
    put(fields, "environment", environment);
    return fields;
  }

  private static void put(Map<String, Object> fields, String field, @Nullable Object value) {
    if (value != null) {
      fields.put(field, value);
    }
  }

  private @Nullable String programName() {
    String path = words.getFirst().strip().split("\\s", 2)[0];
    String program = path.substring(path.lastIndexOf('/') + 1);
    return PROGRAM.matcher(program).matches() ? program : null;
  }

  /** Names the option, where the message names a field of a file that the user has not written. */
  private static String asOptionError(String message) {
    return POSITION
        .matcher(message)
        .replaceFirst(
            place ->
                switch (place.group(1)) {
                  case "the file" -> "The bag";
                  case "command" -> "The command";
                  default -> "--" + place.group(1).replace('_', '-');
                });
  }
}
