package tender.cli.input;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/**
 * The option that bounds how long a command may think. Planning takes milliseconds for what is
 * usual, but a file can be made for which it takes days, and core has no clock by which to stop.
 */
public final class TimeLimitOption {
  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      description = {"Give up after so many seconds.", "Default: ${DEFAULT-VALUE}."})
  private long seconds = 60;

  /** The result of some work, if it is there in time. */
  public <T> T run(Supplier<T> work) {
    FutureTask<T> result = new FutureTask<>(work::get);
    // A daemon, since nothing else can end it: the program then ends without it.
    Thread.ofPlatform().daemon().start(result);
    try {
      return result.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Gave up after " + seconds + " s.\nAsk less, or allow more with --time-limit.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("This is a bug in tender: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted.", e);
    }
  }
}
