package tender.cli.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class TimeLimitOptionTest {
  @Test
  void returnsResultInTime() {
    assertThat(new TimeLimitOption().<String>run(() -> "done")).isEqualTo("done");
  }

  @Test
  void givesUpAfterLimit() {
    TestCommand command = new TestCommand();
    new CommandLine(command).parseArgs("--time-limit", "0");
    CountDownLatch never = new CountDownLatch(1);

    assertThatThrownBy(() -> command.limit.run(() -> await(never)))
        .hasMessageContaining("Gave up after 0 s")
        .hasMessageContaining("--time-limit");
    never.countDown();
  }

  @Test
  void reportsExceptionAsBug() {
    TimeLimitOption limit = new TimeLimitOption();
    assertThatThrownBy(() -> limit.run(TimeLimitOptionTest::fail))
        .hasMessageContaining("a bug in tender");
  }

  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static boolean fail() {
    throw new IllegalStateException("impossible");
  }

  @Command
  private static final class TestCommand {
    @Mixin private TimeLimitOption limit = new TimeLimitOption();
  }
}
