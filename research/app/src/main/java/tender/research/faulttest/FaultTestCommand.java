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

/** Looks for a world in which the protocol breaks, and shows one that was found. */
@Command(
    name = "faults",
    sortOptions = false,
    description = {
      "Runs the protocol in worlds where messages are lost, processes killed and clocks wrong,"
          + " and checks after every event what must hold.",
      "With --seed: shows everything that happens in one of them."
    },
    exitCodeList = {
      "0:nothing that must hold was broken",
      "1:something was; the answer names the world",
      "2:an option cannot be used"
    })
public final class FaultTestCommand implements Callable<Integer> {
  private static final long MOST_SEEDS = 10_000_000;

  /** Programs that read JSON keep whole numbers exactly up to about nine times that. */
  private static final long HIGHEST_SEED = 1_000_000_000_000_000L;

  private static final int MOST_THREADS = 256;

  private final WorldRunner worlds;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "How many worlds to run. Default: ${DEFAULT-VALUE}.")
  private long seeds = 1_000;

  @Option(
      names = "--first",
      paramLabel = "N",
      description = "The seed of the first; the others follow. Default: ${DEFAULT-VALUE}.")
  private long first = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "How many worlds at a time. Default: as many as there are processors.",
        "The result does not depend on it."
      })
  private int threads = Math.min(Runtime.getRuntime().availableProcessors(), MOST_THREADS);

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The one world to show, event by event.")
  private @Nullable Long seed;

  @Option(
      names = "--world",
      paramLabel = "SIZE",
      description = {
        "How large worlds are: ${COMPLETION-CANDIDATES}.",
        "Small ones are fast; large ones have many more providers, bags and tasks.",
        "Default: ${DEFAULT-VALUE}."
      })
  private WorldSize size = WorldSize.SMALL;

  @Mixin private OutputOption output;

  /** The command as it is. */
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
      rejectWithSeed("--seeds", "--first", "--threads");
      require("--seed", seed, 0, HIGHEST_SEED);
      clean = replay(seed);
    } else {
      require("--seeds", seeds, 1, MOST_SEEDS);
      require("--first", first, 0, HIGHEST_SEED);
      require("--threads", threads, 1, MOST_THREADS);
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
                + " shows one world, and "
                + option
                + " is for running many. Leave out one of the two");
      }
    }
  }

  private void require(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw usageError(
          option + " is " + value + ", and must be from " + least + " to " + NumberText.count(most));
    }
  }

  private ParameterException usageError(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private boolean search() throws InterruptedException {
    int count = Math.toIntExact(seeds);
    SearchResult result;
    try (ProgressBar progress = ProgressBar.on(spec.commandLine().getErr(), "worlds")) {
      FaultSearch search =
          new FaultSearch(worlds, size.shape(), first, count, done -> progress.update(done, count));
      FaultTotals totals = search.run(threads);
      result = new SearchResult(size, first, count, totals, search.cpuSeconds());
    }
    output.print(() -> SearchAnswer.of(result), page -> new SearchReport(result).print(page));
    return result.isClean();
  }

  /** People see what happens while it happens, even if it never ends. */
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
    WorldReplay replay = WorldReplay.of(worlds, shown, size, trace);
    clean.set(replay.isClean());
    return replay;
  }
}
