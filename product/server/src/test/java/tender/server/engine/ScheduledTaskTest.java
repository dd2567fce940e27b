package tender.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.store.Store;

final class ScheduledTaskTest {
  private final Logger logger = Logger.getLogger(ScheduledTask.class.getName());
  private final List<Level> logged = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          logged.add(entry.getLevel());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private long nowMillis;
  private boolean isUnavailable = true;
  private final ScheduledTask task =
      new ScheduledTask(
          "test",
          () -> {
            if (isUnavailable) {
              throw new Store.Unavailable("planned");
            }
          },
          () -> nowMillis);

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void stop() {
    logger.removeHandler(handler);
  }

  @Test
  void operatorIsWarnedOfLongFailuresOnly() {
    task.run();
    at(29_999);
    assertThat(logged).isEmpty();
    at(30_000);
    assertThat(logged).containsExactly(Level.WARNING);
    at(60_000);
    assertThat(logged).hasSize(1);
    at(330_000);
    assertThat(logged).hasSize(2);
  }

  @Test
  void successEndsTheFailure() {
    task.run();
    isUnavailable = false;
    at(20_000);
    isUnavailable = true;
    at(25_000);
    at(54_000);
    assertThat(logged).isEmpty();
    at(55_000);
    assertThat(logged).containsExactly(Level.WARNING);
  }

  private void at(long millis) {
    nowMillis = millis;
    task.run();
  }
}
