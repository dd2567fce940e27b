package tender.cli.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.output.OutputOption;
import tender.cli.output.ProgressBar;
import tender.core.model.TaskSet;
import tender.work.ResultFolder;
import tender.work.TaskSets;

/** Fetches results. */
@Command(
    name = "results",
    sortOptions = false,
    description = {
      "Fetches the results of a bag, as far as there are any.%n",
      "Each task gets a folder named by its number, with stdout, stderr and, in out, the files"
          + " that it made and that the bag's outputs name. It can be run again when there are"
          + " more; what is there already stays."
    })
public final class ResultsCommand implements Runnable {
  @Mixin private BagArgument bag;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = {"The folder to write to, made if need be.", "Default: results-BAG."})
  private @Nullable Path folder;

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  /**
   * The answer for programs.
   *
   * @param fetched the numbers of those whose results are in the folder now
   */
  record Results(String bag, String folder, int tasks, int count, String fetched) {}

  @Override
  public void run() {
    Market market = server.market();
    Bag known = market.bag(bag.id());
    Path to = folder == null ? Path.of("results-" + bag.id().replace('/', '_')) : folder;
    TaskSet fetched;
    try {
      fetched = fetch(market, known, to);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Writing to " + to + " failed: " + e.getMessage() + "\nMend that, and run it again.", e);
    }
    Results results =
        new Results(known.id(), to.toString(), known.tasks(), fetched.size(), fetched.toString());
    output.print(
        () -> results,
        page ->
            page.answer(
                fetched.size() == known.tasks(),
                "The results of %d of %d tasks are in %s."
                    .formatted(fetched.size(), known.tasks(), to)));
  }

  private TaskSet fetch(Market market, Bag bag, Path to) throws IOException {
    ResultFolder results = new ResultFolder(to);
    Path file = Files.createTempFile("tender-", ".zip");
    TaskSet fetched = TaskSet.empty();
    try (ProgressBar bar = ProgressBar.on(server.err(), "tasks fetched")) {
      Optional<String> after = Optional.empty();
      Packs packs;
      do {
        packs = market.packs(bag.id(), after);
        IntUnaryOperator number = numbers(packs.only());
        for (Packs.Pack pack : packs.packs()) {
          TaskSet wanted = TaskSets.parse(pack.tasks());
          if (!wanted.isEmpty()) {
            market.fetch(bag.id(), pack.digest(), file);
            TaskSet found = results.extract(file, wanted, number);
            fetched = fetched.plus(TaskSets.of(found.stream().map(number)));
            bar.at(fetched.size(), bag.tasks());
          }
          after = Optional.of(pack.digest());
        }
      } while (packs.more() && !packs.packs().isEmpty());
    } finally {
      Files.deleteIfExists(file);
    }
    return fetched;
  }

  /** Which number of the list a task of the bag has. */
  private static IntUnaryOperator numbers(@Nullable String only) {
    if (only == null) {
      return IntUnaryOperator.identity();
    }
    int[] numbers = TaskSets.parse(only).stream().toArray();
    return task -> numbers[task];
  }
}
