package tender.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reader that costs too much, or fails, is a finding. */
class FuzzerTest {
  private static final long COMPUTED_NANOS = 10_000_000;

  @Test
  void memoryAmplificationIsFound() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> Fuzzer.check(reader(FuzzerTest::allocate), new byte[10]))
        .withMessageContaining("10 bytes of input");
  }

  @Test
  void longReadingExceedsLimit() throws Exception {
    InputCost cost = InputCost.of(reader(FuzzerTest::compute), new byte[10]);
    assertThat(cost.cpuNanos()).isGreaterThanOrEqualTo(COMPUTED_NANOS);
    assertThat(cost.isWithin(1 << 20)).isTrue();
    assertThat(new InputCost(InputCost.MAX_CPU_NANOS + 1, 0).isWithin(1 << 20)).isFalse();
  }

  @Test
  void exceptionOfReaderIsFound() {
    assertThatExceptionOfType(NullPointerException.class)
        .isThrownBy(
            () ->
                Fuzzer.check(
                    reader(
                        () -> {
                          throw new NullPointerException();
                        }),
                    new byte[10]));
  }

  @Test
  void unknownTargetIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fuzzer.named("none"))
        .withMessageContaining("work-order");
  }

  private static void allocate() {
    List<byte[]> kept = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      kept.add(new byte[1 << 20]);
    }
    assertThat(kept).hasSize(20);
  }

  private static void compute() {
    var threads = ManagementFactory.getThreadMXBean();
    long startNanos = threads.getCurrentThreadCpuTime();
    while (threads.getCurrentThreadCpuTime() - startNanos <= COMPUTED_NANOS) {
      Thread.onSpinWait();
    }
  }

  private static FuzzTarget reader(Runnable reading) {
    return new FuzzTarget() {
      @Override
      public String name() {
        return "planted";
      }

      @Override
      public void read(byte[] input) {
        reading.run();
      }
    };
  }
}
