package tender.agent.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

class ParallelFilesTest {
  /** Gigabytes are read there, and virtual threads of the connection would wait meanwhile. */
  @Test
  void filesAreHandledOutsideVirtualThreads() throws IOException {
    Queue<Boolean> virtual = new ConcurrentLinkedQueue<>();
    ParallelFiles.forEach(List.of(1, 2, 3), _ -> virtual.add(Thread.currentThread().isVirtual()));
    assertThat(virtual).containsExactly(false, false, false);
  }

  @Test
  void firstFailureIsThrown() {
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () ->
                ParallelFiles.forEach(
                    List.of(1),
                    _ -> {
                      throw new IOException("broken");
                    }))
        .withMessage("broken");
  }
}
