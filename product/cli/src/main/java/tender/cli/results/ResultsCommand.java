package tender.cli.results;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tender.cli.client.BagArgument;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.output.OutputOption;
import tender.cli.slurm.queue.JobList;
import tender.cli.slurm.queue.JobSelector;
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

  @Option(
      names = "--place-in",
      paramLabel = "DIR",
      description = {
        "For a bag of tender sbatch: also put the output where its script says, below this folder.",
        "An existing file with other content stays as it is."
      })
  private @Nullable Path placeIn;

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public Integer call() {
    MarketClient client = server.client();
    BagResponse known =
        JobSelector.isNumber(bag.id())
            ? JobList.of(server).get(bag.id()).bag()
            : client.bag(bag.id());
    if (known.isEnded() && known.done() == 0) {
      throw new IllegalStateException(
          "Bag %s has no results: it %s before a task had ended.\nTo see why: tender explain %s"
              .formatted(known.id(), Texts.of("bagState", known.state()), known.id()));
    }
    Path to = folder == null ? Path.of("results-" + known.id().replace('/', '_')) : folder;
    ResultFetch.Fetched fetched =
        new ResultFetch(client, server.command())
            .fetch(known, to, large, Optional.ofNullable(placeIn));
    ResultFetch.Results results = fetched.results();
    output.print(
        () -> results,
        page -> {
          page.headline(
              results.count() == known.tasks() && fetched.incomplete().isEmpty(),
              "The results of %d of %d tasks are in %s."
                  .formatted(results.count(), known.tasks(), to));
          new MissingOutputReport(to, fetched.incomplete()).print(page);
          fetched.largeOutputs().print(page, known.id());
        });
    return fetched.incomplete().isEmpty() ? 0 : BagResponse.EXIT_MISSING_OUTPUT;
  }
}
