package tender.cli.inspect;

import tender.cli.client.BagResponse;
import tender.cli.client.BagEventStream;
import tender.cli.output.Keyboard;
import tender.cli.client.MarketClient;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tender.cli.output.OutputOption;
import tender.cli.output.TextPage;

/** How a command ends that handed in a bag: with a promise, or when the bag has ended. */
public final class BagOutcome {
  private final MarketClient market;
  private final OutputOption output;
  private final CommandLine command;

  public BagOutcome(MarketClient market, OutputOption output, CommandLine command) {
    this.market = market;
    this.output = output;
    this.command = command;
  }

  /**
   * Tells the promise; waits for the end of the bag, if that is wanted.
   *
   * @return the exit code
   */
  public int finish(BagResponse bag, boolean waits) {
    BagResponse.@Nullable Promise promise = bag.promise();
    if (promise == null && bag.state().equals(BagResponse.BIDDING)) {
      return finishBidding(bag, waits);
    }
    if (promise == null) {
      output.print(() -> bag, page -> new BagReport(Instant.now()).print(page, bag));
      return 1;
    }
    if (!waits) {
      output.print(() -> bag, page -> printPromise(page, bag, promise));
      return 0;
    }
    output.printText(page -> printPromise(page, bag, promise));
    return watchToEnd(bag);
  }

  private int finishBidding(BagResponse bag, boolean waits) {
    if (!waits) {
      output.print(() -> bag, page -> new BagReport(Instant.now()).print(page, bag));
      return 0;
    }
    output.printText(page -> new BagReport(Instant.now()).print(page, bag));
    return watchToEnd(bag);
  }

  private int watchToEnd(BagResponse bag) {
    BagResponse ended = watch(market, bag, output, command);
    output.print(() -> ended, page -> new BagReport(Instant.now()).print(page, ended));
    return ended.exitCode();
  }

  private static void printPromise(TextPage page, BagResponse bag, BagResponse.Promise promise) {
    page.headline(true, new BagReport(Instant.now()).promiseLine(promise));
    page.line("Bag " + bag.id() + "; see how it goes: tender watch " + bag.id());
  }

  /** Shows a bag until it has ended; to programs only what it then is. */
  static BagResponse watch(MarketClient market, BagResponse bag, OutputOption output, CommandLine command) {
    BagProgressView watching = new BagProgressView(command.getOut(), Keyboard.isInteractive());
    return new BagEventStream(market)
        .followUntil(
            bag,
            _ -> false,
            now -> {
              if (!output.isJson()) {
                watching.accept(now);
              }
            });
  }
}
