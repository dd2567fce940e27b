package tender.cli.inspect;

import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tender.cli.client.BagEventStream;
import tender.cli.client.MarketClient;
import tender.cli.client.response.BagResponse;
import tender.cli.output.Keyboard;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;

/** The end of a command that submitted a bag: at the promise, or when the bag has ended. */
public final class BagOutcome {
  private final MarketClient client;
  private final OutputOption output;
  private final CommandLine command;

  public BagOutcome(MarketClient client, OutputOption output, CommandLine command) {
    this.client = client;
    this.output = output;
    this.command = command;
  }

  /**
   * Prints the promise; with {@code waits}, waits for the end of the bag.
   *
   * @return the exit code
   */
  public int finish(BagResponse bag, boolean waits) {
    BagResponse.@Nullable Promise promise = bag.promise();
    boolean isPlaced = promise != null || bag.state().equals(BagResponse.BIDDING);
    Consumer<TextPage> text =
        promise == null
            ? page -> new BagReport(Instant.now()).print(page, bag)
            : page -> printPromise(page, bag, promise);
    if (!waits || !isPlaced) {
      output.print(() -> bag, text);
      return isPlaced ? 0 : BagResponse.EXIT_NOT_PROMISED;
    }
    output.printText(text);
    return watchToEnd(client, bag, output, command);
  }

  private static void printPromise(TextPage page, BagResponse bag, BagResponse.Promise promise) {
    page.headline(true, new BagReport(Instant.now()).promiseLine(bag, promise));
    page.line("Bag " + bag.id() + "; watch it with: tender watch " + bag.id());
  }

  /**
   * Shows a bag's progress until it has ended, then the bag; with JSON output, only the bag.
   *
   * @return the exit code
   */
  static int watchToEnd(
      MarketClient client, BagResponse bag, OutputOption output, CommandLine command) {
    BagProgressView watching = new BagProgressView(command.getOut(), Keyboard.isInteractive());
    BagResponse ended =
        new BagEventStream(client)
            .followUntil(
                bag,
                _ -> false,
                now -> {
                  if (!output.isJson()) {
                    watching.accept(now);
                  }
                });
    output.print(() -> ended, page -> new BagReport(Instant.now()).print(page, ended));
    return ended.exitCode();
  }
}
