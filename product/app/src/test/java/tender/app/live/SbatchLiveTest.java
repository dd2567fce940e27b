package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tender.testbed.Testbed;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The scripts of {@code examples/slurm}, unchanged: by {@code tender sbatch} on a market with a
 * Slurm cluster, and by the same cluster's own sbatch. Both leave the same output at the same
 * paths.
 */
@Timeout(1800)
@Tag("live")
@EnabledIfSystemProperty(
    named = "tender.integrations.figures",
    matches = ".+",
    disabledReason = "It takes minutes; scripts/acceptance integrations runs it.")
class SbatchLiveTest {
  private static final Path EXAMPLES = Testbed.checkout().resolve("examples/slurm");
  private static final Duration END = Duration.ofMinutes(10);
  private static final int PARALLEL = 3;

  /** Runs until it is cancelled, also where the commands in between take a minute each. */
  private static final String LONG_COMMAND = "--wrap=sleep 3000";

  private static final Pattern NUMBER = Pattern.compile("Submitted batch job (\\d+)");

  /** A line of {@code fates.yaml}. */
  private record Fate(
      String script,
      @Nullable List<String> options,
      @Nullable List<String> arguments,
      @Nullable Integer exit,
      @Nullable List<String> ignored,
      @Nullable List<String> reasons,
      @Nullable Boolean slurm) {
    boolean runs() {
      return reasons == null;
    }

    List<String> words(List<String> first, boolean ofTender) {
      List<String> words = new ArrayList<>(first);
      if (ofTender && options != null) {
        words.addAll(options);
      }
      words.add(script);
      if (arguments != null) {
        words.addAll(arguments);
      }
      return words;
    }
  }

  private final List<Fate> fates =
      YAMLMapper.shared()
          .readValue(EXAMPLES.resolve("fates.yaml").toFile(), new TypeReference<List<Fate>>() {});
  private final Map<String, String> numbers = new LinkedHashMap<>();

  @Test
  void scriptsRunUnchangedOrAreRefused() throws Exception {
    long beganNanos = System.nanoTime();
    Map<String, Object> figures = new LinkedHashMap<>();
    LiveMarket.with(
        "sbatch",
        List.of("--no-ca", "--nodes", "1x4:4000,1x2:4000:gpu=1:avx512"),
        market -> {
          market.startServers(1, "reply_timeout_seconds: 30");
          market.startAgents("poll_interval_seconds: 0.5");
          Testbed.SlurmCluster cluster = market.testbed().clusters().getFirst();
          Map<String, String> bySlurm = submitToSlurm(market, cluster);
          submitToMarket(market);
          market.await(
              "Slurm has run its jobs",
              END,
              () -> cluster.run(List.of("squeue", "-h", "-u", "root", "-n", names())).isBlank());
          int compared = 0;
          for (Map.Entry<String, String> job : bySlurm.entrySet()) {
            String script = job.getKey();
            String number = numbers.get(script);
            assertThat(outputs(folder(market, script, true), number, job.getValue()))
                .as("output of %s", script)
                .isNotEmpty()
                .isEqualTo(outputs(folder(market, script, false), number, job.getValue()));
            compared++;
          }
          listsStatesOfTasks(market);
          cancelsJob(market);
          figures.put("scripts", fates.size());
          figures.put("ranUnchanged", numbers.size());
          figures.put("sameOutputAsSlurm", compared);
          figures.put("refusedAsExpected", fates.stream().filter(fate -> !fate.runs()).count());
        });
    figures.put("seconds", (System.nanoTime() - beganNanos) / 1_000_000_000);
    String folder = System.getProperty("tender.integrations.figures");
    if (folder != null) {
      Files.writeString(
          Path.of(folder).resolve("sbatch.json"),
          JsonMapper.shared().writeValueAsString(figures) + "\n");
    }
  }

  /** The names of the jobs, which are those of their scripts. */
  private String names() {
    return fates.stream()
        .map(fate -> fate.script().replace(".sh", ""))
        .collect(Collectors.joining(","));
  }

  private static Path folder(LiveMarket market, String script, boolean ofTender) throws Exception {
    Path folder = market.folder().resolve((ofTender ? "tender-" : "slurm-") + script);
    if (Files.notExists(folder)) {
      Files.createDirectories(folder.resolve("logs"));
      for (String name : List.of(script, "samples.txt")) {
        Files.copy(EXAMPLES.resolve(name), folder.resolve(name));
      }
    }
    return folder;
  }

  private Map<String, String> submitToSlurm(LiveMarket market, Testbed.SlurmCluster cluster)
      throws Exception {
    Map<String, String> jobs = new LinkedHashMap<>();
    for (Fate fate : fates) {
      if (fate.runs() && !Boolean.FALSE.equals(fate.slurm())) {
        Path folder = folder(market, fate.script(), false);
        // The command runs in another folder, so the script needs one in front.
        List<String> words =
            fate.words(
                List.of(
                    "sbatch",
                    "--parsable",
                    "--partition=" + cluster.partition(),
                    "-D",
                    folder.toString()),
                false);
        words.set(words.indexOf(fate.script()), folder.resolve(fate.script()).toString());
        jobs.put(fate.script(), cluster.run(words).strip());
      }
    }
    market.note("jobs of Slurm: " + jobs);
    return jobs;
  }

  private void submitToMarket(LiveMarket market) throws Exception {
    List<Callable<TenderProcess.Output>> commands = new ArrayList<>();
    for (Fate fate : fates) {
      Path folder = folder(market, fate.script(), true);
      commands.add(() -> tender(market, folder, fate.words(List.of("sbatch", "--wait"), true)));
    }
    try (ExecutorService users = Executors.newFixedThreadPool(PARALLEL)) {
      List<Future<TenderProcess.Output>> outputs = users.invokeAll(commands);
      for (int i = 0; i < fates.size(); i++) {
        check(fates.get(i), outputs.get(i).get());
      }
    }
  }

  private void check(Fate fate, TenderProcess.Output output) {
    if (fate.reasons() != null) {
      assertThat(output.exitCode()).as("%s: %s", fate.script(), output).isEqualTo(2);
      assertThat(output.err()).as(fate.script()).contains(fate.reasons());
      return;
    }
    assertThat(output.exitCode())
        .as("%s: %s", fate.script(), output)
        .isEqualTo(fate.exit() == null ? 0 : fate.exit());
    List<String> ignored = fate.ignored() == null ? List.of() : fate.ignored();
    assertThat(output.err().lines().filter(line -> line.contains(" is ignored: ")))
        .as("%s: %s", fate.script(), output)
        .hasSize(ignored.size());
    ignored.forEach(option -> assertThat(output.err()).contains(option + " is ignored: "));
    Matcher number = NUMBER.matcher(output.out());
    assertThat(number.find()).as("%s: %s", fate.script(), output).isTrue();
    numbers.put(fate.script(), number.group(1));
  }

  /**
   * The contents of output files by their names, with Slurm's number of the job in place of that of
   * the market. Not the other way round: Slurm's numbers are as small as those of tasks.
   */
  private static SortedMap<String, String> outputs(Path folder, String number, String ofSlurm)
      throws Exception {
    SortedMap<String, String> outputs = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString();
        if (name.matches("(?!results-).*(\\.out|\\.err|counts-\\d+\\.txt)")) {
          // Lines that begin with Job name the job and its node. Slurm itself writes about a signal
          // that finds no process any more.
          String content =
              Files.readString(file)
                  .lines()
                  .filter(line -> !line.startsWith("Job ") && !line.startsWith("slurmstepd"))
                  .collect(Collectors.joining("\n"));
          outputs.put(name.replace(number, ofSlurm), content);
        }
      }
    }
    return outputs;
  }

  private void listsStatesOfTasks(LiveMarket market) throws Exception {
    String job = numbers.get("failing.sh");
    String columns = "JobID,JobName,State,ExitCode,NodeList,NCPUS";
    assertThat(
            tender(market, market.folder(), List.of("sacct", "-j", job, "-n", "-P", "-o", columns))
                .out()
                .lines())
        .containsExactly(
            job + "_0|failing|COMPLETED|0:0|cluster1|1",
            job + "_1|failing|FAILED|1:0|cluster1|1",
            job + "_2|failing|COMPLETED|0:0|cluster1|1",
            job + "_3|failing|FAILED|3:0|cluster1|1");
    assertThat(tender(market, market.folder(), List.of("sacct", "-s", "F", "-n")).out())
        .contains(job + "_1", job + "_3")
        .doesNotContain(job + "_2");
    assertThat(tender(market, market.folder(), List.of("logs", bag(market, job), "1")).out())
        .isEqualTo("index 1\n");
    Path again = Files.createDirectories(market.folder().resolve("again"));
    assertThat(tender(market, again, List.of("results", job, "--place-in", ".")).exitCode())
        .isZero();
    assertThat(again.resolve("failing-3.err")).hasContent("odd indexes fail");
  }

  private static String bag(LiveMarket market, String job) throws Exception {
    return tender(
            market, market.folder(), List.of("squeue", "-h", "-t", "all", "-j", job, "-o", "%k"))
        .out()
        .lines()
        .findFirst()
        .orElseThrow();
  }

  private static void cancelsJob(LiveMarket market) throws Exception {
    Path folder = market.folder();
    List<String> tested = List.of("sbatch", "--test-only", "--time=10", "--wrap", "true");
    assertThat(tender(market, folder, tested).err()).contains("could be done by");
    TenderProcess.Output submitted =
        tender(
            market,
            folder,
            List.of("sbatch", "--parsable", "-a", "5-8", "-t", "60", "-J", "long", LONG_COMMAND));
    String job = submitted.out().strip();
    assertThat(job).as("%s", submitted).matches("\\d{9}");
    assertThat(tender(market, folder, List.of("squeue", "--me", "-o", "%i %t %j %C")).out())
        .contains("JOBID ST NAME CPUS", job + "_[5-8] R long 4");
    assertThat(
            tender(market, folder, List.of("squeue", "-h", "-r", "-j", job + "_[6-7]", "-o", "%i"))
                .out())
        .isEqualTo(job + "_6\n" + job + "_7\n");
    assertThat(tender(market, folder, List.of("scancel", job + "_5")).err())
        .contains("cannot be cancelled");
    assertThat(tender(market, folder, List.of("scancel", "-v", "-t", "pending", job)).err())
        .as("the job runs")
        .doesNotContain("Cancelled");
    assertThat(tender(market, folder, List.of("scancel", job)).exitCode()).isZero();
    assertThat(tender(market, folder, List.of("squeue", "-h")).out()).doesNotContain(job);
    assertThat(tender(market, folder, List.of("sacct", "-j", job, "-n", "-P", "-o", "State")).out())
        .isEqualTo("CANCELLED\n".repeat(4));
  }

  private static TenderProcess.Output tender(LiveMarket market, Path folder, List<String> words)
      throws Exception {
    Map<String, String> environment = new LinkedHashMap<>(market.environment());
    environment.put("XDG_CACHE_HOME", market.folder().resolve("cache").toString());
    TenderProcess.Output output = TenderProcess.run(folder, environment, words);
    market.note("$ tender " + String.join(" ", words) + "\n" + output.out() + output.err());
    return output;
  }
}
