package tender.cli.remote;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tender.cli.output.OutputOption;

/** Prints what a task wrote. */
@Command(
    name = "logs",
    sortOptions = false,
    description = {
      "Prints what a task wrote, byte for byte.%n",
      "It is there as soon as the task has ended and its provider has delivered it."
    })
public final class LogsCommand implements Runnable {
  @Mixin private BagArgument bag;

  @Parameters(index = "1", paramLabel = "TASK", description = "The task's number, from 0 on.")
  private int task;

  @Option(names = "--stderr", description = "What it wrote to standard error, not output.")
  private boolean stderr;

  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  /** The answer for programs. */
  record Log(String bag, int task, String stream, String text) {}

  @Override
  public void run() {
    try (InputStream log = server.market().log(bag.id(), task, stderr)) {
      if (output.isForPrograms()) {
        String text = new String(log.readAllBytes(), StandardCharsets.UTF_8);
        output.print(() -> new Log(bag.id(), task, stderr ? "stderr" : "stdout", text), _ -> {});
      } else {
        log.transferTo(System.out);
        System.out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The log broke off: " + e.getMessage(), e);
    }
  }
}
