package tender.research.faulttest;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tender.cli.output.OutputOption;
import tender.cli.output.ProgressBar;
import tender.research.experiment.OptionChecks;

/** Searches for worlds in which the protocol violates an invariant, and replays one of them. */
@Command(
    name = "fault-test",
    sortOptions = false,
    description = {
      "Runs the protocol in simulated worlds where messages are lost, processes killed and"
          + " clocks wrong, and checks the invariants after every event.",
      "With --seed: shows all events of one world."
    },
    exitCodeList = {
      "0:no invariant was violated",
      "1:an invariant was violated; the output names the world",
      "2:an option is invalid"
    })
public final class FaultTestCommand implements Callable<Integer> {
  private static final long MAX_SEEDS = 10_000_000;

  /** JSON readers represent whole numbers exactly up to about nine times this value. */
  private static final long MAX_SEED = 1_000_000_000_000_000L;

  private static final int MAX_THREADS = 256;

  private final WorldRunner worlds;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many worlds to run. Default: ${DEFAULT-VALUE}.")
  private long seeds = 1_000;

  @Option(
      names = "--first-seed",
      paramLabel = "N",
      description = "The seed of the first world; the others follow. Default: ${DEFAULT-VALUE}.")
  private long first = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "How many worlds in parallel. Default: the number of processors.",
        "The result does not depend on it."
      })
  private int threads = Math.min(Runtime.getRuntime().availableProcessors(), MAX_THREADS);

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The seed of a world to show, event by event.")
  private @Nullable Long seed;

  @Option(
      names = "--world",
      paramLabel = "KIND",
      description = {
        "The kind of worlds: ${COMPLETION-CANDIDATES}.",
        "Small ones are fast; in those with factors most bags have a deadline_factor or a"
            + " budget_factor; in those with hosts most bags bid for a share of a host; large"
            + " ones have many more providers, bags and tasks.",
        "Default: ${DEFAULT-VALUE}."
      })
  private WorldKind kind = WorldKind.SMALL;

  @Mixin private OutputOption output;

  /** The command with simulated worlds. */
  public FaultTestCommand() {
    this(WorldRunner.SIMULATED);
  }

  FaultTestCommand(WorldRunner worlds) {
    this.worlds = worlds;
  }

  @Override
  public Integer call() throws InterruptedException {
    boolean clean;
    if (seed != null) {
      rejectWithSeed("--seeds", "--first-seed", "--threads");
      OptionChecks.requireBetween(spec, "--seed", seed, 0, MAX_SEED);
      clean = replay(seed);
    } else {
      OptionChecks.requireBetween(spec, "--seeds", seeds, 1, MAX_SEEDS);
      OptionChecks.requireBetween(spec, "--first-seed", first, 0, MAX_SEED);
      OptionChecks.requireBetween(spec, "--threads", threads, 1, MAX_THREADS);
      clean = search();
    }
    return clean ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private void rejectWithSeed(String... options) {
    for (String option : options) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw usageError(
            "--seed "
                + seed
                + " shows one world, but "
                + option
                + " is for many worlds. Leave out one of the two");
      }
    }
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private boolean search() throws InterruptedException {
    int count = Math.toIntExact(seeds);
    SearchResult result;
    try (ProgressBar progress = ProgressBar.on(spec.commandLine(), "worlds")) {
      FaultSearch search =
          new FaultSearch(worlds, kind.shape(), first, count, done -> progress.update(done, count));
      FaultTotals totals = search.run(threads);
      result = new SearchResult(kind, first, count, totals, search.cpuSeconds());
    }
    output.print(() -> SearchAnswer.of(result), page -> new SearchReport(result).print(page));
    return result.isClean();
  }

  /** Text output shows events while they happen, even if the world never ends. */
  private boolean replay(long shown) {
    AtomicBoolean clean = new AtomicBoolean();
    output.print(
        () -> {
          List<String> trace = new ArrayList<>();
          return ReplayAnswer.of(replay(shown, trace::add, clean), trace);
        },
        page -> new ReplayReport(replay(shown, page::line, clean)).print(page));
    return clean.get();
  }

  private WorldReplay replay(long shown, Consumer<String> trace, AtomicBoolean clean) {
    WorldReplay replay = WorldReplay.of(worlds, shown, kind, trace);
    clean.set(replay.isClean());
    return replay;
  }
}
