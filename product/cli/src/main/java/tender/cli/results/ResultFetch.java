package tender.cli.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tender.bagfile.Digest;
import tender.bagfile.TaskSets;
import tender.bagfile.results.ResultFolder;
import tender.bagfile.results.ResultOrigin;
import tender.cli.client.MarketClient;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.ResultPacksResponse;
import tender.cli.output.ProgressBar;
import tender.cli.slurm.job.OutputPlacement;
import tender.core.model.TaskSet;
import tender.support.input.Printable;
import tender.support.text.ErrorMessages;

/** Fetches the available results of a bag into a folder. */
public final class ResultFetch {
  private static final int MAX_NAMED = 5;
  private static final int MAX_SHOWN = 500;

  private final MarketClient client;
  private final CommandLine command;

  public ResultFetch(MarketClient client, CommandLine command) {
    this.client = client;
    this.command = command;
  }

  /**
   * The JSON output.
   *
   * @param fetched the indexes of the tasks whose results are in the folder
   * @param missingOutput those of them that exited with 0, but whose outputs are missing
   * @param keptOutputs how many large outputs are kept by their providers and not in the folder
   */
  record Results(
      String bag,
      String folder,
      int tasks,
      int count,
      String fetched,
      String missingOutput,
      int keptOutputs) {}

  /**
   * What a fetch has found.
   *
   * @param incomplete tasks that exited with 0, but whose outputs are missing
   */
  record Fetched(Results results, TaskSet incomplete, LargeOutputs largeOutputs) {}

  /**
   * Fetches the results of a bag of {@code tender sbatch}, and puts its output where its script
   * says.
   *
   * @param folder of the job
   */
  public void fetchAndPlace(BagResponse bag, Path to, Path folder) {
    var _ = fetch(bag, to, false, Optional.of(folder));
  }

  Fetched fetch(BagResponse known, Path to, boolean large, Optional<Path> placeIn) {
    TaskSet fetched;
    TaskSet missing;
    LargeOutputs largeOutputs;
    try {
      ResultPacksResponse first = client.resultPacks(known.id(), Optional.empty());
      ResultFolder target = new ResultFolder(to, origin(known, first));
      fetched = fetch(client, known, first, target, to);
      new StoredOutputs(client, known.id(), to).fetch(target, command);
      // Read after the results: tasks may have ended meanwhile.
      BagResponse latest = client.bag(known.id());
      missing = missingOutput(latest).intersect(fetched);
      largeOutputs = new LargeOutputs(to, missing.plus(failed(latest).intersect(fetched)));
      if (large) {
        try (ProgressBar bar = ProgressBar.on(command, "large outputs fetched")) {
          largeOutputs.fetch(client, known.id(), target, bar);
        }
      }
      if (placeIn.isPresent()) {
        place(known.id(), to, fetched, placeIn.get());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Results cannot be written to %s: %s.\nGive another folder with --to, and run the command again."
              .formatted(to, ErrorMessages.describe(e)),
          e);
    }
    TaskSet incomplete = largeOutputs.incomplete(missing);
    return new Fetched(
        new Results(
            known.id(),
            to.toString(),
            known.tasks(),
            fetched.size(),
            fetched.toString(),
            incomplete.toString(),
            largeOutputs.absent()),
        incomplete,
        largeOutputs);
  }

  private void place(String bag, Path results, TaskSet tasks, Path folder) throws IOException {
    OutputPlacement placement = new OutputPlacement(client.workOrder(bag), folder);
    placement.place(results, tasks);
    if (!placement.kept().isEmpty()) {
      command
          .getErr()
          .println(
              "tender: %d files are only in %s, because other files are at their places: %s"
                  .formatted(
                      placement.kept().size(),
                      results,
                      Printable.upTo(
                          MAX_SHOWN,
                          String.join(", ", placement.kept().stream().limit(MAX_NAMED).toList()))));
      command.getErr().flush();
    }
  }

  private static TaskSet missingOutput(BagResponse bag) {
    return bag.missingOutput() == null
        ? TaskSet.empty()
        : TaskSets.parse(bag.missingOutput().tasks());
  }

  private static TaskSet failed(BagResponse bag) {
    return bag.failed().stream()
        .map(failed -> TaskSets.parse(failed.tasks()))
        .reduce(TaskSet.empty(), TaskSet::plus);
  }

  private TaskSet fetch(
      MarketClient client,
      BagResponse bag,
      ResultPacksResponse first,
      ResultFolder results,
      Path to)
      throws IOException {
    ResultPacksResponse packs = first;
    TasksCsv manifest = new TasksCsv(bag, client.workOrder(bag.id()).taskList());
    Path file = Files.createTempFile("tender-", ".zip");
    TaskSet fetched = TaskSet.empty();
    try (ProgressBar bar = ProgressBar.on(command, "tasks fetched")) {
      while (true) {
        IntUnaryOperator number = originalTaskIndex(packs.only());
        for (ResultPacksResponse.Pack pack : packs.packs()) {
          TaskSet wanted = TaskSets.parse(pack.tasks());
          manifest.add(pack, number);
          if (!wanted.isEmpty()) {
            client.downloadPack(bag.id(), pack.digest(), file);
            TaskSet found = results.extract(file, wanted, number);
            fetched = fetched.plus(TaskSets.of(found.stream().map(number)));
            bar.update(fetched.size(), bag.tasks());
          }
        }
        if (!packs.more() || packs.packs().isEmpty()) {
          manifest.write(to, indexes(bag, packs.only()), results.superseded());
          return fetched;
        }
        packs = client.resultPacks(bag.id(), Optional.of(packs.packs().getLast().digest()));
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static TaskSet indexes(BagResponse bag, @Nullable String only) {
    return only == null ? TaskSet.first(bag.tasks()) : TaskSets.parse(only);
  }

  private static ResultOrigin origin(BagResponse bag, ResultPacksResponse packs) {
    return new ResultOrigin(
        bag.id(), bag.submitted(), new Digest(packs.work()), packs.only() != null);
  }

  /** The index in the task list of a task of the bag. */
  private static IntUnaryOperator originalTaskIndex(@Nullable String only) {
    if (only == null) {
      return IntUnaryOperator.identity();
    }
    int[] numbers = TaskSets.parse(only).stream().toArray();
    return task -> numbers[task];
  }
}
