package tender.cli.input;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/**
 * The option that limits how long a command computes. Planning usually takes milliseconds, but some
 * inputs would take days, and core has no clock to stop by.
 */
public final class TimeLimitOption {
  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      description = {"Give up after this many seconds.", "Default: ${DEFAULT-VALUE}."})
  private long seconds = 60;

  /** The result of the work, if it completes in time. */
  public <T> T run(Supplier<T> work) {
    FutureTask<T> result = new FutureTask<>(work::get);
    // A daemon thread, because the work cannot be interrupted: the program can exit without it.
    Thread.ofPlatform().daemon().start(result);
    try {
      return result.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(
          "Gave up after " + seconds + " s.\nMake the input smaller, or raise --time-limit.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("This is a bug in tender: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted.", e);
    }
  }
}
