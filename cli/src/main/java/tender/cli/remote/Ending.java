package tender.cli.remote;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tender.cli.output.OutputOption;
import tender.cli.output.Page;

/** How a command ends that handed in a bag: with a promise, or when the bag has ended. */
final class Ending {
  private final Market market;
  private final OutputOption output;
  private final CommandLine command;

  Ending(Market market, OutputOption output, CommandLine command) {
    this.market = market;
    this.output = output;
    this.command = command;
  }

  /**
   * Tells the promise; waits for the end of the bag, if that is wanted.
   *
   * @return the exit code
   */
  int of(Bag bag, boolean waits) {
    Bag.@Nullable Promise promise = bag.promise();
    if (promise == null && bag.state().equals(Bag.BIDDING)) {
      return ofBidding(bag, waits);
    }
    if (promise == null) {
      output.print(() -> bag, page -> new BagReport(Instant.now()).print(page, bag));
      return 1;
    }
    if (!waits) {
      output.print(() -> bag, page -> promised(page, bag, promise));
      return 0;
    }
    output.tell(page -> promised(page, bag, promise));
    return watched(bag);
  }

  private int ofBidding(Bag bag, boolean waits) {
    if (!waits) {
      output.print(() -> bag, page -> new BagReport(Instant.now()).print(page, bag));
      return 0;
    }
    output.tell(page -> new BagReport(Instant.now()).print(page, bag));
    return watched(bag);
  }

  private int watched(Bag bag) {
    Bag ended = watch(market, bag, output, command);
    output.print(() -> ended, page -> new BagReport(Instant.now()).print(page, ended));
    return ended.exitCode();
  }

  private static void promised(Page page, Bag bag, Bag.Promise promise) {
    page.answer(true, new BagReport(Instant.now()).promised(promise));
    page.sentence("Bag " + bag.id() + "; see how it goes: tender watch " + bag.id());
  }

  /** Shows a bag until it has ended; to programs only what it then is. */
  static Bag watch(Market market, Bag bag, OutputOption output, CommandLine command) {
    Watching watching = new Watching(command.getOut(), Keyboard.isThere());
    return new Events(market)
        .until(
            bag,
            _ -> false,
            now -> {
              if (!output.isForPrograms()) {
                watching.accept(now);
              }
            });
  }
}
