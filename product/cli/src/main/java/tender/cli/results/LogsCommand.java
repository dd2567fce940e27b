package tender.cli.results;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.client.BagArgument;
import tender.cli.client.ServerOption;
import tender.cli.output.OutputOption;

/** Prints the output of a task. */
@Command(
    name = "logs",
    sortOptions = false,
    description = {
      "Prints the output of a task, byte for byte.%n",
      "It is available as soon as the task has ended and its provider has delivered the output."
    })
public final class LogsCommand implements Runnable {
  @Mixin private BagArgument bag;

  @Parameters(index = "1", paramLabel = "TASK", description = "The task's index, from 0.")
  private int taskIndex;

  @Option(names = "--stderr", description = "Print standard error instead of standard output.")
  private boolean stderr;

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  /** The JSON output. */
  record Log(String bag, int task, String stream, String text) {}

  @Override
  public void run() {
    try (InputStream log = server.client().openLog(bag.id(), taskIndex, stderr)) {
      if (output.isJson()) {
        String text = new String(log.readAllBytes(), StandardCharsets.UTF_8);
        output.print(
            () -> new Log(bag.id(), taskIndex, stderr ? "stderr" : "stdout", text), _ -> {});
      } else {
        log.transferTo(System.out);
        System.out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The log was cut off: " + e.getMessage(), e);
    }
  }
}
