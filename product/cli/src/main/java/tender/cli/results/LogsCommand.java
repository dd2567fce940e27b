package tender.cli.results;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.client.BagArgument;
import tender.cli.client.RequestRefusedException;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.inspect.FailedAttemptsText;
import tender.cli.output.OutputOption;

/** Prints the output of a task. */
@Command(
    name = "logs",
    sortOptions = false,
    description = {
      "Prints the output of a task, byte for byte.%n",
      "It is available as soon as the task has ended and its provider has delivered the output."
          + " While a failed task is retried, the end of the error output of its failed attempt is"
          + " printed, if it is one of the latest.%n",
      "Without TASK: the latest failed attempts of all tasks, with the end of their error output."
    })
public final class LogsCommand implements Runnable {
  private static final int NOT_FOUND = 404;

  @Mixin private BagArgument bag;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TASK",
      description = "The task's index, from 0.")
  private @Nullable Integer taskIndex;

  @Option(names = "--stderr", description = "Print standard error instead of standard output.")
  private boolean stderr;

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  /** The JSON output. */
  record Log(String bag, int task, String stream, String text) {}

  /** The JSON output without a task. */
  record FailedAttempts(String bag, List<BagResponse.FailedAttempt> latest) {}

  @Override
  public void run() {
    if (taskIndex == null) {
      printFailures();
      return;
    }
    int task = taskIndex;
    try (InputStream log = server.client().openLog(bag.id(), task, stderr)) {
      if (output.isJson()) {
        String text = new String(log.readAllBytes(), StandardCharsets.UTF_8);
        output.print(() -> new Log(bag.id(), task, stderr ? "stderr" : "stdout", text), _ -> {});
      } else {
        log.transferTo(System.out);
        System.out.flush();
      }
    } catch (RequestRefusedException e) {
      if (e.status() != NOT_FOUND || output.isJson() || !printFailure(task)) {
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The log was cut off: " + e.getMessage(), e);
    }
  }

  private void printFailures() {
    BagResponse shown = server.client().bag(bag.id());
    output.print(
        () ->
            new FailedAttempts(
                shown.id(),
                shown.failedAttempts() == null ? List.of() : shown.failedAttempts().latest()),
        page -> {
          if (!FailedAttemptsText.print(page, shown, _ -> true)) {
            page.line(
                "No attempt is known to have failed. For the output of a task: tender logs %s TASK"
                    .formatted(shown.id()));
          }
        });
  }

  /** Prints the failed attempt of a task without a result; returns false if none is known. */
  private boolean printFailure(int task) {
    BagResponse shown = server.client().bag(bag.id());
    boolean[] isPrinted = new boolean[1];
    output.printText(
        page -> {
          isPrinted[0] =
              FailedAttemptsText.print(page, shown, attempt -> attempt.taskIndex() == task);
          if (isPrinted[0]) {
            page.line("The task has no result yet; this is the end of its error output.");
          }
        });
    return isPrinted[0];
  }
}
