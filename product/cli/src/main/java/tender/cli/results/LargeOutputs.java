package tender.cli.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultFolder;
import tender.bagfile.results.TaskRecord;
import tender.cli.client.MarketClient;
import tender.cli.client.RequestRefusedException;
import tender.cli.output.ProgressBar;
import tender.cli.output.TextPage;
import tender.core.model.TaskSet;
import tender.support.input.Printable;
import tender.support.text.ErrorMessages;

/**
 * The outputs of fetched tasks that were too large for the results and are kept by their providers,
 * as the records of the tasks list them.
 */
final class LargeOutputs {
  private static final int MAX_FAILURES_SHOWN = 10;
  private static final int MAX_FAILURE_LENGTH = 300;

  private final Path folder;
  private final List<LargeOutput> absent = new ArrayList<>();
  private final Map<Integer, Integer> presentByTask = new HashMap<>();
  private final Map<Integer, Integer> missingByTask = new HashMap<>();
  private final List<String> failures = new ArrayList<>();

  private record LargeOutput(int task, TaskRecord.KeptFile file) {}

  /** Reads the records of the tasks that may have such outputs: those that failed or miss some. */
  LargeOutputs(Path folder, TaskSet tasks) {
    this.folder = folder;
    for (int task : tasks.stream().toArray()) {
      Optional<TaskRecord> known = TaskRecords.find(folder, task);
      known.ifPresent(found -> missingByTask.put(task, found.missingOutputs()));
      for (TaskRecord.KeptFile file : known.map(TaskRecord::kept).orElse(List.of())) {
        if (isPresent(task, file)) {
          presentByTask.merge(task, 1, Integer::sum);
        } else {
          absent.add(new LargeOutput(task, file));
        }
      }
    }
  }

  private boolean isPresent(int task, TaskRecord.KeptFile file) {
    Path path = folder.resolve(PackEntry.output(task, file.path()).toString());
    try {
      return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
          && Files.size(path) == file.bytes();
    } catch (IOException e) {
      return false;
    }
  }

  /** Fetches those that are not in the folder yet. */
  void fetch(MarketClient client, String bag, ResultFolder results, ProgressBar bar)
      throws IOException {
    int total = absent.size();
    for (LargeOutput output : List.copyOf(absent)) {
      try (InputStream content =
          client.openKeptOutput(bag, output.task(), output.file().path().value())) {
        results.writeOutput(output.task(), output.file().path(), content);
        absent.remove(output);
        presentByTask.merge(output.task(), 1, Integer::sum);
      } catch (RequestRefusedException e) {
        fail(output, String.valueOf(e.getMessage()).replace('\n', ' '));
      } catch (FileSystemException e) {
        // The folder cannot be written: the others would fail too.
        throw e;
      } catch (IOException e) {
        fail(output, "the transfer was cut off: " + ErrorMessages.describe(e));
      }
      bar.update(total - absent.size(), total);
    }
  }

  private void fail(LargeOutput output, String reason) {
    failures.add("task %d: %s: %s".formatted(output.task(), output.file().path(), reason));
  }

  /** How many are not in the folder. */
  int absent() {
    return absent.size();
  }

  /** Those of the tasks of which more is missing than the files that are in the folder now. */
  TaskSet incomplete(TaskSet tasks) {
    TaskSet incomplete = tasks;
    for (Map.Entry<Integer, Integer> present : presentByTask.entrySet()) {
      int task = present.getKey();
      if (missingByTask.getOrDefault(task, 0) <= present.getValue()) {
        incomplete = incomplete.minus(TaskSet.range(task, task + 1));
      }
    }
    return incomplete;
  }

  void print(TextPage page, String bag) {
    if (!failures.isEmpty()) {
      page.heading("Large outputs that could not be fetched");
      failures.stream()
          .limit(MAX_FAILURES_SHOWN)
          .forEach(failure -> page.line("  " + Printable.upTo(MAX_FAILURE_LENGTH, failure)));
    } else if (!absent.isEmpty()) {
      long bytes = absent.stream().mapToLong(output -> output.file().bytes()).sum();
      page.line("");
      page.line(
          "%d large %s with %d MB %s kept by their providers for some days. To fetch them: tender results %s --large"
              .formatted(
                  absent.size(),
                  absent.size() == 1 ? "output" : "outputs",
                  Math.ceilDiv(bytes, 1_000_000),
                  absent.size() == 1 ? "is" : "are",
                  Printable.of(bag)));
    }
  }
}
