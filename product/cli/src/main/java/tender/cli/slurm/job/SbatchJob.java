package tender.cli.slurm.job;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import tender.bagfile.TaskCommand;
import tender.bagfile.reader.LocalBag;
import tender.bagfile.reader.TimeText;
import tender.cli.slurm.option.BatchScript;
import tender.cli.slurm.option.Fate;
import tender.cli.slurm.option.OptionValues;
import tender.cli.slurm.option.SbatchOption;
import tender.support.input.InputException;

/** Makes a bag of a script and its options. */
public final class SbatchJob implements AutoCloseable {
  /** The parameter of a bag that is the index in the job array. */
  public static final String ARRAY_PARAMETER = "array_task";

  /** The variable of a bag that has the job's number. */
  public static final String NUMBER = "TENDER_SBATCH_JOB";

  /** The variable of a bag that says where the output is put. */
  public static final String OUTPUT = "TENDER_SBATCH_OUTPUT";

  /** The same for the error output, if it is not in the output. */
  public static final String ERROR = "TENDER_SBATCH_ERROR";

  private static final long MIN_NUMBER = 100_000_000;
  private static final int NUMBERS = 900_000_000;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The pattern of all files, where the options name none. */
  static final String ALL_OUTPUTS = "**";

  private static final Pattern POSITION =
      Pattern.compile(LocalBag.OPTIONS + ", line \\d+, column \\d+: (the file|[a-z_]+)");

  private final BatchScript script;
  private final List<String> arguments;
  private final OptionValues values;
  private final Map<String, String> environment;
  private final Clock clock;
  private final long number = MIN_NUMBER + RANDOM.nextInt(NUMBERS);
  private final Problems problems = new Problems();
  private final List<String> warnings = new ArrayList<>();
  private final JobFiles files = new JobFiles();

  /**
   * A job that is not yet a bag.
   *
   * @param values of all sources
   * @param environment of this process
   */
  public SbatchJob(
      BatchScript script,
      List<String> arguments,
      OptionValues values,
      Map<String, String> environment,
      Clock clock) {
    this.script = script;
    this.arguments = List.copyOf(arguments);
    this.values = values;
    this.environment = Map.copyOf(environment);
    this.clock = clock;
  }

  /** The number of the job, or of its array. */
  public long number() {
    return number;
  }

  /** What is ignored, and what the tasks might miss. */
  public List<String> warnings() {
    return warnings;
  }

  /** The folder of this machine with the input files. */
  public Path folder() {
    return Path.of(values.value("chdir").orElse("")).toAbsolutePath().normalize();
  }

  public String name() {
    return values.value("job-name").orElse(script.name());
  }

  /** What to minimise, with a budget. */
  public String optimise() {
    return values.value("optimise").orElse("cost");
  }

  /**
   * The bag.
   *
   * @param channels the names of the user's confirmed addresses that are this one, or of all; asked
   *     only for a job that wants mails
   * @throws IllegalArgumentException if options cannot be honoured, or the script names files that
   *     its tasks will not have; the message has all of them
   */
  public LocalBag bag(Function<Optional<String>, List<String>> channels) {
    problems.addRefused(values);
    warnIgnored();
    JobResources resources = new JobResources(values, problems);
    Optional<ArrayIndexes> array = problems.read(values, "array", ArrayIndexes::parse);
    array.ifPresent(this::warnLimit);
    ScriptChecks checks = new ScriptChecks(script, problems, warnings);
    ExportedVariables exported =
        problems
            .read(values, "export", list -> ExportedVariables.parse(list, environment))
            .orElseGet(ExportedVariables::none);
    checks.checkCommands(environment, exported.values().keySet());
    Map<String, Object> fields = fields(array);
    fields.put("resources", resources.section());
    List<String> inputs = inputs();
    fields.put("inputs", inputs);
    if (checks.needsLogin() || exported.loginEnvironment() || values.has("get-user-env")) {
      fields.put("shell", "bash");
      fields.put("setup", List.of("export -f module ml spack conda mamba 2>/dev/null || true"));
    }
    SortedMap<String, String> variables = new TreeMap<>(exported.values());
    variables.put(NUMBER, Long.toString(number));
    addOutputPaths(variables, array.isPresent());
    fields.put("environment", variables);
    String shellLines = shellLines(resources, array);
    Optional<Instant> deadline = problems.read(values, "deadline", this::future);
    var _ = problems.read(values, "begin", this::past);
    problems.throwIfAny();
    checks.checkFiles(arguments, folder(), inputs, values.has("inputs"));
    fields.putAll(new MailOptions(values, warnings).fields(channels));
    files.write(script, shellLines);
    return bag(fields, deadline);
  }

  /** The fields of a bag file that need no other option. */
  private Map<String, Object> fields(Optional<ArrayIndexes> array) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("version", "1");
    fields.put("name", name());
    array.ifPresentOrElse(
        indexes ->
            fields.put(
                "zip",
                Map.of(ARRAY_PARAMETER, indexes.indexes().stream().map(String::valueOf).toList())),
        () -> fields.put("tasks", "1"));
    fields.put("command", command(array.isPresent()));
    fields.put("runtime", runtime());
    fields.put("outputs", outputs());
    List.of("retries", "budget", "project")
        .forEach(name -> values.value(name).ifPresent(value -> fields.put(name, value)));
    return fields;
  }

  private LocalBag bag(Map<String, Object> fields, Optional<Instant> deadline) {
    try {
      LocalBag bag = LocalBag.of(fields, folder(), files.entries(), clock);
      return bag.withDraft(bag.draft().withRequirements(deadline, Optional.<BigDecimal>empty()));
    } catch (InputException e) {
      throw new IllegalArgumentException(
          POSITION.matcher(String.valueOf(e.getMessage())).replaceFirst("$1 of the bag"), e);
    }
  }

  private void warnLimit(ArrayIndexes array) {
    if (array.limit().isPresent()) {
      warnings.add(
          "The limit of --array=%s is ignored: each cluster runs as many tasks as it has offered."
              .formatted(values.value("array").orElse("")));
    }
  }

  private void warnIgnored() {
    for (SbatchOption option : values.withFate(Fate.IGNORED)) {
      warnings.add(values.written(option) + " is ignored: " + option.note() + ".");
    }
  }

  private List<String> inputs() {
    List<String> inputs = new ArrayList<>(values.items("inputs"));
    inputs.remove("none");
    problems
        .read(values, "input", SbatchJob::inputFile)
        .filter(file -> !file.startsWith("/") && !inputs.contains(file))
        .ifPresent(inputs::add);
    return inputs;
  }

  private static String inputFile(String file) {
    if (file.contains("%") || (file.startsWith("/") && !file.equals("/dev/null"))) {
      throw new IllegalArgumentException(
          "only a file below the folder of the job can be the input of all tasks");
    }
    return file;
  }

  private List<String> outputs() {
    List<String> outputs = values.items("outputs");
    return outputs.isEmpty() ? List.of(ALL_OUTPUTS) : outputs;
  }

  /** The script with its arguments, which it gets as they are. */
  private String command(boolean isArray) {
    StringBuilder command = new StringBuilder(JobFiles.START);
    command.append(' ').append(isArray ? "{" + ARRAY_PARAMETER + "}" : "-");
    command.append(' ').append(JobFiles.scriptPath(script));
    for (String argument : arguments) {
      String literal = TaskCommand.shellQuoted(argument).replace("{", "{{").replace("}", "}}");
      command.append(' ').append(literal);
    }
    return command.toString();
  }

  private String runtime() {
    Optional<Duration> limit = limit();
    Optional<String> given =
        problems.read(
            values,
            "runtime",
            text -> {
              if (TimeText.durationMillis(text).isEmpty()) {
                throw new IllegalArgumentException(
                    "is not a duration; write for example 90s or 1h30m");
              }
              return text;
            });
    if (given.isEmpty() && limit.isEmpty() && !values.has("runtime") && !values.has("time")) {
      problems.add(
          "--time",
          "is missing, and clusters of others have no common default; give --time or --runtime");
    }
    return given.or(() -> limit.map(time -> time.toSeconds() + "s")).orElse("1m");
  }

  private Optional<Duration> limit() {
    return problems.read(values, "time", SlurmTime::limit);
  }

  private void addOutputPaths(SortedMap<String, String> variables, boolean isArray) {
    String standard = isArray ? OutputPath.DEFAULT_OF_ARRAY : OutputPath.DEFAULT;
    variables.put(OUTPUT, path("output").orElse(standard));
    if (hasErrorPath()) {
      path("error").ifPresent(path -> variables.put(ERROR, path));
    }
  }

  /** Whether the error output is not in the output. */
  private boolean hasErrorPath() {
    return values.has("error") && !values.value("error").equals(values.value("output"));
  }

  private Optional<String> path(String option) {
    return values
        .value(option)
        .map(
            written -> {
              OutputPath path = new OutputPath(written).below(folder());
              if (!path.isDiscarded()
                  && !folder().resolve(written).normalize().startsWith(folder())) {
                warnings.add(
                    "--%s=%s is not below %s: the results are put there as %s."
                        .formatted(option, written, folder(), path.pattern()));
              }
              return path.pattern();
            });
  }

  private String shellLines(JobResources resources, Optional<ArrayIndexes> array) {
    JobVariables variables = new JobVariables();
    boolean hasProcesses =
        values.has("ntasks") || values.has("ntasks-per-node") || values.has("ntasks-per-gpu");
    variables.setResources(
        resources, hasProcesses, values.has("cpus-per-task") || values.has("cpus-per-gpu"));
    variables.setOptions(
        name(),
        Map.of(
            "SLURM_JOB_PARTITION", Optional.of(values.value("partition").orElse("tender")),
            "SLURM_JOB_ACCOUNT", values.value("account"),
            "SLURM_JOB_QOS", values.value("qos"),
            "SLURM_NTASKS_PER_NODE", values.value("ntasks-per-node"),
            "SLURM_SUBMIT_HOST", Optional.ofNullable(environment.get("HOSTNAME")),
            "tender_input", values.value("input"),
            "tender_one_output", hasErrorPath() ? Optional.empty() : Optional.of("yes"),
            "tender_all_outputs", values.has("outputs") ? Optional.empty() : Optional.of("yes")));
    array.ifPresent(variables::setArray);
    problems
        .read(values, "signal", BatchSignal::parse)
        .ifPresent(
            signal ->
                limit()
                    .ifPresentOrElse(
                        time -> variables.setSignal(signal.signal(), time.minus(signal.before())),
                        () ->
                            problems.add(
                                "--signal",
                                "is counted from the end of --time, which is missing")));
    if (!Files.isDirectory(folder())) {
      problems.add(
          "--chdir=" + values.value("chdir").orElse(""), "is not a folder of this machine");
    }
    return variables.shellLines();
  }

  private Instant future(String text) {
    Instant time = SlurmTime.instant(text, clock);
    if (!time.isAfter(clock.instant())) {
      throw new IllegalArgumentException("is not in the future");
    }
    return time;
  }

  private Instant past(String text) {
    Instant time = SlurmTime.instant(text, clock);
    if (time.isAfter(clock.instant())) {
      throw new IllegalArgumentException(
          "a bag cannot be held back; submit the job when it may start, for example with cron");
    }
    return time;
  }

  @Override
  public void close() {
    files.close();
  }
}
