package tender.cli.slurm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.bagfile.reader.LocalBag;
import tender.cli.client.BagEventStream;
import tender.cli.client.ConnectionSettings;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.NotificationsResponse;
import tender.cli.inspect.BagReport;
import tender.cli.results.ResultFetch;
import tender.cli.slurm.job.SbatchJob;
import tender.cli.slurm.option.BatchScript;
import tender.cli.slurm.option.OptionParser;
import tender.cli.slurm.option.OptionValues;

/** Submits a script of Slurm as a bag. */
@Command(
    name = "sbatch",
    sortOptions = false,
    description = {
      "Submits a script of Slurm as a bag.%n",
      "Reads the script's #SBATCH lines, the variables SBATCH_* and the options of the command line,"
          + " of which the last win. Options that do not matter are ignored with a warning, and a job"
          + " whose options cannot be honoured is refused with the reasons; docs/use/sbatch.md lists"
          + " all of them. The quote is accepted if it meets the deadline and the budget.%n",
      "Tasks run on other clusters, in a folder of their own. Files that they need must be named"
          + " with --inputs, or in a line such as #TENDER --inputs=fit.py,data in the script."
    },
    exitCodeList = {
      "0:promised; with --wait, all tasks ended with 0",
      "1:something failed",
      "2:the script or an option is invalid, or cannot be honoured",
      "3:not promised",
      "5:with --wait, the bag ended before all tasks did",
      "n:with --wait, the highest exit code of a task"
    })
public final class SbatchCommand implements Callable<Integer> {
  private static final int MAX_SCRIPT_BYTES = 4 << 20;
  private static final int MAX_EXIT_CODE = 255;

  /** As Slurm ends a job whose memory was exceeded. */
  private static final int OUT_OF_MEMORY_EXIT_CODE = 125;

  @Spec private CommandSpec spec;
  @Mixin private ServerOption server;

  @Parameters(
      paramLabel = "SCRIPT",
      arity = "0..*",
      description =
          "The script, and its arguments; without a script, standard input is the script.")
  private @Nullable List<String> words;

  private SbatchCommand() {}

  /** The command with all options of the table. */
  public static CommandLine create() {
    CommandSpec spec = CommandSpec.forAnnotatedObject(new SbatchCommand());
    OptionParser.addAll(spec);
    return new CommandLine(spec);
  }

  @Override
  public Integer call() {
    OptionValues given =
        OptionParser.values(spec.commandLine().getParseResult())
            .orElse(OptionValues.ofEnvironment(System.getenv()));
    BatchScript script = script(given);
    OptionValues values = given.orElse(script.options());
    List<String> arguments =
        words == null || words.isEmpty() || values.has("wrap")
            ? List.of()
            : words.subList(1, words.size());
    Clock clock = Clock.system(ZoneId.systemDefault());
    try (SbatchJob job = new SbatchJob(script, arguments, values, System.getenv(), clock)) {
      return submit(job, values);
    }
  }

  private int submit(SbatchJob job, OptionValues values) {
    LocalBag bag = job.bag(this::addresses);
    if (!values.has("quiet")) {
      job.warnings().forEach(server::warn);
    }
    ConnectionSettings connection = server.connection();
    MarketClient client = MarketClient.of(connection, server::warn);
    JobSubmission submission = new JobSubmission(server, client);
    if (values.has("test-only")) {
      return submission.test(bag, job.optimise(), job.number()) ? 0 : BagResponse.EXIT_NOT_PROMISED;
    }
    BagResponse submitted = submission.submit(bag, job.optimise());
    BagResponse.Promise promise = submitted.promise();
    if (promise == null) {
      return BagResponse.EXIT_NOT_PROMISED;
    }
    if (values.has("parsable")) {
      spec.commandLine().getOut().println(job.number());
    } else if (!values.has("quiet")) {
      spec.commandLine().getOut().println("Submitted batch job " + job.number());
    }
    spec.commandLine().getOut().flush();
    if (!values.has("quiet")) {
      server.warn(
          "Bag %s: %s"
              .formatted(
                  submitted.id(), new BagReport(Instant.now()).promiseLine(submitted, promise)));
    }
    return values.has("wait") ? await(client, submitted, job) : 0;
  }

  /** The names of the user's confirmed addresses that are this one, or of all. */
  private List<String> addresses(Optional<String> address) {
    return server.notifications().list().channels().stream()
        .filter(channel -> channel.kind().equals("email") && channel.confirmed())
        .filter(channel -> address.isEmpty() || channel.address().equalsIgnoreCase(address.get()))
        .map(NotificationsResponse.Channel::name)
        .toList();
  }

  /** Waits for the end, and fetches the results. */
  private int await(MarketClient client, BagResponse bag, SbatchJob job) {
    BagResponse ended = new BagEventStream(client).followUntil(bag, _ -> false, _ -> {});
    if (ended.done() > 0) {
      Path folder = job.folder().resolve("results-" + ended.id());
      new ResultFetch(client, spec.commandLine()).fetchAndPlace(ended, folder, job.folder());
    }
    if (ended.done() < ended.tasks()) {
      return BagResponse.EXIT_NOT_DONE;
    }
    Integer worst = ended.worstExitCode();
    int code = worst == null ? 0 : worst;
    return code > MAX_EXIT_CODE ? OUT_OF_MEMORY_EXIT_CODE : code;
  }

  private BatchScript script(OptionValues given) {
    if (given.has("wrap")) {
      if (words != null && !words.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(), "Give either a script or --wrap, not both");
      }
      return BatchScript.wrapping(given.value("wrap").orElse(""));
    }
    if (words == null || words.isEmpty()) {
      return BatchScript.read("sbatch", text(System.in::readNBytes, "Standard input"));
    }
    Path file = Path.of(words.getFirst());
    if (!Files.isRegularFile(file)) {
      throw new IllegalArgumentException(
          "Script %s does not exist in %s. Check the name."
              .formatted(file, Path.of("").toAbsolutePath()));
    }
    return BatchScript.read(
        String.valueOf(file.getFileName()),
        text(
            limit -> {
              try (var in = Files.newInputStream(file)) {
                return in.readNBytes(limit);
              }
            },
            "Script " + file));
  }

  @FunctionalInterface
  private interface BytesReader {
    byte[] read(int limit) throws IOException;
  }

  private static String text(BytesReader reader, String name) {
    try {
      byte[] bytes = reader.read(MAX_SCRIPT_BYTES + 1);
      if (bytes.length > MAX_SCRIPT_BYTES) {
        throw new IllegalArgumentException(
            "%s has more than %d MiB. Put data into files of their own, and name them with --inputs."
                .formatted(name, MAX_SCRIPT_BYTES >> 20));
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(name + " is not a text in UTF-8.", e);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + name + " failed: " + e.getMessage(), e);
    }
  }
}
