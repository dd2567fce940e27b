package tender.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.support.text.BagUsers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The format of records logged through the JDK's interface, as all modules do. */
class LogFormatTest {
  private static final String NAME = "tender.app.lines";
  private static final BagId BAG = new BagId("077n41kteac3");
  private static final ReservationId PART =
      new ReservationId(new CallId(BAG, 2), 1, new ProviderId("north"));

  private final Logger logger = Logger.getLogger(NAME);
  private final System.Logger log = System.getLogger(NAME);
  private final List<LogRecord> records = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          records.add(line);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    // Other tests in this process turn off the loggers above.
    logger.setLevel(java.util.logging.Level.INFO);
    logger.setUseParentHandlers(false);
    logger.addHandler(handler);
  }

  @AfterEach
  void leave() {
    logger.removeHandler(handler);
  }

  private String text() {
    return new TextLogFormatter().format(records.getLast());
  }

  private JsonNode json() {
    String line = new JsonLogFormatter().format(records.getLast());
    assertThat(line).endsWith("}\n").hasLineCount(1);
    return JsonMapper.builder().build().readTree(line);
  }

  @Test
  void fieldsComeFromParameters() {
    BagUsers.record(BAG, "ann");
    log.log(Level.INFO, "Committed: {0} tasks.", "7", PART);
    assertThat(text())
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO tender.app.lines:"
                + " Committed: 7 tasks. bag=077n41kteac3 provider=north part=2.1 user=ann\n");
    assertThat(json().path("message").asString()).isEqualTo("Committed: 7 tasks.");
    assertThat(json().path("bag").asString()).isEqualTo("077n41kteac3");
    assertThat(json().path("provider").asString()).isEqualTo("north");
    assertThat(json().path("part").asString()).isEqualTo("2.1");
    assertThat(json().path("user").asString()).isEqualTo("ann");
    assertThat(json().path("level").asString()).isEqualTo("INFO");
  }

  @Test
  void userIsThatOfTheBag() {
    BagId other = new BagId("x");
    log.log(Level.INFO, "Offers requested", other);
    assertThat(text()).endsWith(" bag=x user=unknown\n");
    BagUsers.record(other, "bob\nforged");
    log.log(Level.INFO, "Offers requested", new CallId(other, 1));
    assertThat(text()).contains(" bag=x user=bob").hasLineCount(1);
  }

  @Test
  void recordWithoutIdsHasNoFields() {
    log.log(Level.INFO, "Listens.");
    assertThat(text()).endsWith("Listens.\n");
    assertThat(json().has("bag")).isFalse();
  }

  @Test
  void errorContainsStackTrace() {
    log.log(Level.ERROR, "Bag {0} is lost.", BAG, new IllegalStateException("a \"reason\"\nhere"));
    assertThat(text()).contains("bag=077n41kteac3 user=").contains("errorContainsStackTrace");
    assertThat(json().path("stack").asString())
        .contains("a \"reason\"\nhere")
        .contains("errorContains");
    assertThat(json().path("level").asString()).isEqualTo("ERROR");
  }

  @Test
  void warningContainsOnlyMessage() {
    log.log(Level.WARNING, "Bag {0}: {1}", BAG, new IllegalStateException("reason"));
    assertThat(text()).hasLineCount(1).contains("IllegalStateException: reason");
    assertThat(json().has("stack")).isFalse();
  }

  @Test
  void bothFormatsEndWithNewline() {
    for (Formatter format : List.of(new TextLogFormatter(), new JsonLogFormatter())) {
      log.log(Level.DEBUG, "not shown");
      log.log(Level.INFO, "{0} of {1}", 1, 2);
      assertThat(format.format(records.getLast())).contains("1 of 2").endsWith("\n");
    }
  }
}
