package tender.cli.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.bagfile.Digest;
import tender.bagfile.TaskSets;
import tender.bagfile.results.ResultFolder;
import tender.bagfile.results.ResultOrigin;
import tender.cli.client.BagArgument;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.ResultPacksResponse;
import tender.cli.output.OutputOption;
import tender.cli.output.ProgressBar;
import tender.core.model.TaskSet;
import tender.support.text.ErrorMessages;
import tender.support.text.Texts;

/** Fetches the results of a bag. */
@Command(
    name = "results",
    sortOptions = false,
    description = {
      "Fetches the available results of a bag.%n",
      "Each task gets a folder named by its index, with stdout, stderr and, in out, its output"
          + " files as named in the bag file. Run the command again to fetch more results;"
          + " existing files are kept. tasks.csv lists all tasks with their parameters, states and"
          + " exit codes. Results of a retry replace those of the tasks that it repeated, except for"
          + " files that you have changed.%n",
      "If outputs of a successful task are missing, out-refused in its folder lists them with"
          + " the reasons. Without an object store, files that were too large stay with their provider for"
          + " some days; --large fetches them."
    },
    exitCodeList = {
      "0:the available results are in the folder",
      "1:something failed",
      "6:outputs of tasks that exited with 0 are missing"
    })
public final class ResultsCommand implements Callable<Integer> {
  @Mixin private BagArgument bag;

  @Option(
      names = "--to",
      paramLabel = "DIR",
      description = {"The folder to write to; created if needed.", "Default: results-BAG."})
  private @Nullable Path folder;

  @Option(
      names = "--large",
      description = "Also fetch the outputs that were too large and are kept by their providers.")
  private boolean large;

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

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

  @Override
  public Integer call() {
    MarketClient client = server.client();
    BagResponse known = client.bag(bag.id());
    if (known.isEnded() && known.done() == 0) {
      throw new IllegalStateException(
          "Bag %s has no results: it %s before a task had ended.\nTo see why: tender explain %s"
              .formatted(known.id(), Texts.of("bagState", known.state()), known.id()));
    }
    Path to = folder == null ? Path.of("results-" + bag.id().replace('/', '_')) : folder;
    TaskSet fetched;
    TaskSet missing;
    LargeOutputs largeOutputs;
    try {
      ResultPacksResponse first = client.resultPacks(known.id(), Optional.empty());
      ResultFolder target = new ResultFolder(to, origin(known, first));
      fetched = fetch(client, known, first, target, to);
      new StoredOutputs(client, known.id(), to).fetch(target, server.command());
      // Read after the results: tasks may have ended meanwhile.
      BagResponse latest = client.bag(known.id());
      missing = missingOutput(latest).intersect(fetched);
      largeOutputs = new LargeOutputs(to, missing.plus(failed(latest).intersect(fetched)));
      if (large) {
        try (ProgressBar bar = ProgressBar.on(server.command(), "large outputs fetched")) {
          largeOutputs.fetch(client, known.id(), target, bar);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Results cannot be written to %s: %s.\nGive another folder with --to, and run the command again."
              .formatted(to, ErrorMessages.describe(e)),
          e);
    }
    TaskSet incomplete = largeOutputs.incomplete(missing);
    Results results =
        new Results(
            known.id(),
            to.toString(),
            known.tasks(),
            fetched.size(),
            fetched.toString(),
            incomplete.toString(),
            largeOutputs.absent());
    output.print(
        () -> results,
        page -> {
          page.headline(
              fetched.size() == known.tasks() && incomplete.isEmpty(),
              "The results of %d of %d tasks are in %s."
                  .formatted(fetched.size(), known.tasks(), to));
          new MissingOutputReport(to, incomplete).print(page);
          largeOutputs.print(page, known.id());
        });
    return incomplete.isEmpty() ? 0 : BagResponse.EXIT_MISSING_OUTPUT;
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
    try (ProgressBar bar = ProgressBar.on(server.command(), "tasks fetched")) {
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
