package tender.cli.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import picocli.CommandLine;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultFolder;
import tender.cli.client.MarketClient;
import tender.cli.client.OutputDownloader;
import tender.cli.client.OutputsResponse;
import tender.cli.client.OutputsResponse.Output;
import tender.cli.output.TransferProgress;
import tender.support.text.ErrorMessages;

/**
 * Large outputs that are in the market's object store. A file that an earlier run has begun, {@code
 * .DIGEST.part} in the folder of the results, is continued.
 */
final class StoredOutputs {
  /** While one is read from the store, the digest of another is computed. */
  private static final int PARALLEL = 3;

  private final MarketClient client;
  private final String bag;
  private final Path folder;

  StoredOutputs(MarketClient client, String bag, Path folder) {
    this.client = client;
    this.bag = bag;
    this.folder = folder;
  }

  /** Fetches those that are not in the folder yet. */
  void fetch(ResultFolder results, CommandLine command) throws IOException {
    List<Output> absent = absent();
    long bytes = absent.stream().mapToLong(Output::bytes).sum();
    if (absent.isEmpty()) {
      return;
    }
    // Outputs with the same content use the same file, so one thread fetches them.
    var waiting =
        new ConcurrentLinkedQueue<>(
            absent.stream().collect(Collectors.groupingBy(Output::digest)).values());
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    try (OutputDownloader downloader = client.downloader();
        TransferProgress progress = TransferProgress.on(command, "large outputs", bytes)) {
      var fetchers = new ExecutorCompletionService<Boolean>(threads);
      for (int i = 0; i < PARALLEL; i++) {
        fetchers.submit(
            () -> {
              for (var same = waiting.poll(); same != null; same = waiting.poll()) {
                for (Output output : same) {
                  fetch(downloader, output, results, progress);
                }
              }
              return true;
            });
      }
      await(fetchers);
    } finally {
      // A failure stops the others.
      threads.shutdownNow();
      threads.close();
    }
  }

  private static void await(ExecutorCompletionService<Boolean> fetchers) throws IOException {
    try {
      for (int i = 0; i < PARALLEL; i++) {
        fetchers.take().get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted.", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  private void fetch(
      OutputDownloader downloader, Output output, ResultFolder results, TransferProgress progress)
      throws IOException {
    Path part = folder.resolve("." + new Digest(output.digest()).hex() + ".part");
    try {
      downloader.fetch(bag, output, part, progress);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted.", e);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Cannot fetch %s of task %d: %s.\nRun the same command again to continue."
              .formatted(output.path(), output.task(), ErrorMessages.describe(e)),
          e);
    }
    synchronized (results) {
      results.moveOutput(output.task(), new RelativePath(output.path()), part);
    }
  }

  private List<Output> absent() throws IOException {
    List<Output> absent = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      OutputsResponse page = client.outputs(bag, cursor);
      for (Output output : page.outputs()) {
        if (!isPresent(output)) {
          absent.add(output);
        }
      }
      cursor = Optional.ofNullable(page.next());
    } while (cursor.isPresent());
    return absent;
  }

  /** Files are moved there when they are complete. */
  private boolean isPresent(Output output) throws IOException {
    Path path =
        folder
            .resolve(Integer.toString(output.task()))
            .resolve(
                PackEntry.output(output.task(), new RelativePath(output.path())).path().value());
    return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        && Files.size(path) == output.bytes();
  }
}
