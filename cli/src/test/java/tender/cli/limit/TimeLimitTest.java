package tender.cli.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class TimeLimitTest {
  @Test
  void returnsWhatIsThereInTime() {
    assertThat(new TimeLimit().<String>within(() -> "done")).isEqualTo("done");
  }

  @Test
  void givesUpOnWhatIsNot() {
    Thinker thinker = new Thinker();
    new CommandLine(thinker).parseArgs("--time-limit", "0");
    CountDownLatch never = new CountDownLatch(1);

    assertThatThrownBy(() -> thinker.limit.within(() -> await(never)))
        .hasMessageContaining("Gave up after 0 s")
        .hasMessageContaining("--time-limit");
    never.countDown();
  }

  @Test
  void saysThatAFailureIsOurs() {
    TimeLimit limit = new TimeLimit();
    assertThatThrownBy(() -> limit.within(TimeLimitTest::fail))
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
  private static final class Thinker {
    @Mixin private TimeLimit limit = new TimeLimit();
  }
}
