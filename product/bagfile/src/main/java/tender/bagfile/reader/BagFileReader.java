package tender.bagfile.reader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.bagfile.OutputGlob;
import tender.bagfile.ResultOptions;
import tender.bagfile.SiteInput;
import tender.bagfile.TaskCommand;
import tender.bagfile.TaskList;
import tender.bagfile.TaskOptions;
import tender.bagfile.TaskResources;
import tender.bagfile.WorkOrder;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;
import tender.support.input.ParsedInput;
import tender.support.text.Decimal;

/** Reads a bag file into a bag that can be submitted. */
public final class BagFileReader {
  private static final int MAX_NAME_LENGTH = 100;
  private static final int MAX_RETRIES = 100;
  private static final long MAX_MILLICREDITS = 1_000_000_000_000_000L;

  private final BagFile file;
  private final FieldLocation top;
  private final BagFiles files;
  private final Clock clock;

  private BagFileReader(ParsedInput<BagFile> input, BagFiles files, Clock clock) {
    file = input.content();
    top = input.top();
    this.files = files;
    this.clock = clock;
  }

  /**
   * Reads the text of a bag file.
   *
   * @param clock the present time, and the zone of a deadline without an offset
   */
  public static BagDraft readText(String text, BagFiles files, Clock clock) {
    return read(ParsedInput.readText("bag file", text, BagFile.class), files, clock);
  }

  static BagDraft read(ParsedInput<BagFile> input, BagFiles files, Clock clock) {
    return new BagFileReader(input, files, clock).draft();
  }

  private BagDraft draft() {
    FieldValue version = top.value("version", file.version());
    if (!String.valueOf(WorkOrder.VERSION).equals(file.version())) {
      throw version.mismatch(
          String.valueOf(WorkOrder.VERSION),
          version.isGiven()
              ? "Write \"version: 1\"; a file with a higher number is for a newer Tender."
              : "Add the line \"version: 1\".");
    }
    TaskList tasks = new TaskListReader(file, top, files).tasks();
    WorkOrder order = order(tasks);
    MechanismReader mechanism = new MechanismReader(file, top);
    return new BagDraft(
        order,
        deadline(),
        credits(top.value("budget", file.budget())),
        mechanism.valuation(tasks),
        mechanism.share(),
        mechanism.isLocalFirst(),
        factor(
            top.value("deadline_factor", file.deadline_factor()),
            top.value("deadline", file.deadline())),
        factor(
            top.value("budget_factor", file.budget_factor()), top.value("budget", file.budget())),
        keep(),
        project(),
        new NotificationReader(file, top).choice());
  }

  private Optional<String> project() {
    @Nullable String text = file.project();
    if (text != null && !BagDraft.isProjectId(text)) {
      throw top.value("project", text)
          .mismatch(
              "the id of a project: lower-case letters, digits and hyphens",
              "See your projects with tender project list.");
    }
    return Optional.ofNullable(text);
  }

  private Optional<Duration> keep() {
    @Nullable String text = file.keep();
    return text == null
        ? Optional.empty()
        : Optional.of(
            TimeText.durationMillis(text)
                .map(Duration::ofMillis)
                .orElseThrow(
                    () ->
                        top.value("keep", text)
                            .mismatch(
                                "how long the bag is kept, with units",
                                "Write for example 30d or 12h.")));
  }

  private WorkOrder order(TaskList tasks) {
    // Errors are reported in this order. The inputs are read afterwards.
    String name = name();
    String command = command(tasks);
    List<String> outputs = top.field("outputs").each(file.outputs(), BagFileReader::output);
    ResourcesReader resources = new ResourcesReader(file, top);
    int width = resources.width();
    TaskResources requested = resources.resources();
    long runtimeMillis = runtimeMillis();
    FieldValue retries = top.value("retries", file.retries()).orElse("0");
    int maxRetries = (int) retries.wholeNumber(0, MAX_RETRIES);
    try {
      TaskOptions options = new OptionsReader(file, top).options();
      ResultOptions results = new ResultsReader(file, top).results();
      BagFiles.Inputs inputs = inputs();
      return new WorkOrder(
          WorkOrder.VERSION,
          name,
          command,
          tasks,
          Optional.empty(),
          inputs.files(),
          outputs,
          width,
          runtimeMillis,
          maxRetries,
          Optional.ofNullable(file.profiler()),
          Optional.of(options),
          Optional.of(requested),
          Optional.of(siteInputs()),
          Optional.of(results),
          Optional.of(inputs.packs()));
    } catch (IllegalArgumentException e) {
      throw top.error(
          "cannot be used: " + e.getMessage(), "See tender submit --help for a complete file.");
    }
  }

  private String name() {
    FieldValue name = top.value("name", file.name()).orElse("bag");
    if (name.id().length() > MAX_NAME_LENGTH) {
      throw name.mismatch("at most " + MAX_NAME_LENGTH + " characters", "Shorten it.");
    }
    return name.id();
  }

  private String command(TaskList tasks) {
    FieldLocation place = top.field("command");
    String command = place.required(file.command());
    try {
      TaskCommand.of(command, tasks);
    } catch (IllegalArgumentException e) {
      throw place.error(
          "cannot be used: " + e.getMessage(),
          "Allowed in braces: names of parameters and columns, {line} with each_line, and {task}.");
    }
    return command;
  }

  private BagFiles.Inputs inputs() {
    FieldLocation place = top.field("inputs");
    List<String> given = place.each(file.inputs(), (name, _) -> name);
    try {
      return files.inputs(given.stream().filter(name -> !isSiteInput(name)).toList());
    } catch (IllegalArgumentException e) {
      throw locateInputError(given, place, e);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading the inputs failed: " + e, e);
    }
  }

  private List<SiteInput> siteInputs() {
    return top.field("inputs").each(file.inputs(), BagFileReader::siteInput).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Empty for a file that is uploaded. */
  private static Optional<SiteInput> siteInput(String text, FieldLocation place) {
    try {
      return isSiteInput(text) ? Optional.of(SiteInput.parse(text)) : Optional.empty();
    } catch (IllegalArgumentException e) {
      throw place.error(
          "cannot be used: " + e.getMessage(),
          "Write \"site:DATASET\" or \"site:DATASET/PATH\", for example site:genomes/hg38.");
    }
  }

  private static boolean isSiteInput(String text) {
    return text.startsWith(SiteInput.PREFIX);
  }

  /** Finds the invalid entry, so that the error names its line. */
  private RuntimeException locateInputError(
      List<String> given, FieldLocation place, RuntimeException why) {
    for (int i = 0; i < given.size(); i++) {
      if (isSiteInput(given.get(i))) {
        continue;
      }
      try {
        files.inputs(List.of(given.get(i)));
      } catch (IllegalArgumentException | IOException e) {
        return fileError(place.item(i), e);
      }
    }
    return fileError(place, why);
  }

  private RuntimeException fileError(FieldLocation place, Exception why) {
    return place.error("cannot be used: " + why.getMessage(), files.advice());
  }

  private static String output(String glob, FieldLocation place) {
    try {
      return OutputGlob.of(glob).toString();
    } catch (IllegalArgumentException e) {
      throw place.error(
          "cannot be used: " + e.getMessage(), "Write for example \"*.json\" or \"logs/**\".");
    }
  }

  private long runtimeMillis() {
    FieldValue runtime = top.value("runtime", file.runtime());
    return Optional.ofNullable(file.runtime())
        .flatMap(TimeText::durationMillis)
        .orElseThrow(
            () ->
                runtime.mismatch(
                    "how long one task takes, with units",
                    "Write for example 90s, 2m or 1h30m; use an upper estimate."));
  }

  private Optional<Instant> deadline() {
    @Nullable String text = file.deadline();
    if (text == null) {
      return Optional.empty();
    }
    FieldValue deadline = top.value("deadline", text);
    Instant instant =
        TimeText.instant(text, clock)
            .orElseThrow(
                () ->
                    deadline.mismatch(
                        "a time from now, or a date and time",
                        "Write " + TimeText.DEADLINE_FORMATS + "."));
    if (!instant.isAfter(clock.instant())) {
      throw deadline.mismatch("in the future", "It is " + clock.instant() + " now.");
    }
    return Optional.of(instant);
  }

  /**
   * An optional factor in place of a limit. Whether the mechanism supports it is not checked here,
   * because an option may replace it.
   */
  private static Optional<BigDecimal> factor(FieldValue factor, FieldValue limit) {
    if (!factor.isGiven()) {
      return Optional.empty();
    }
    BigDecimal number = Decimal.of(factor.permille());
    if (limit.isGiven()) {
      throw factor
          .place()
          .error(
              "is %s, but %s is given too.".formatted(number.toPlainString(), limit.place()),
              "Leave out one of the two.");
    }
    return Optional.of(number);
  }

  /** An optional amount of credits. */
  static Optional<BigDecimal> credits(FieldValue amount) {
    return amount.isGiven()
        ? Optional.of(
            BigDecimal.valueOf(amount.thousandths("credits", 0, MAX_MILLICREDITS), 3)
                .stripTrailingZeros())
        : Optional.empty();
  }
}
