package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.trace.v1.Span;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.model.BagId;
import tender.support.telemetry.SpanIds;

/**
 * A bag over two real clusters, two servers and two agents, none of which tells another in which
 * trace it is: one trace, in which every span is within another. And every step of the bag is found
 * in the logs of all of them by its id.
 */
@Timeout(300)
class TracesLiveTest {
  private static final int TASKS = 12;

  /**
   * Servers go by the database's clock, agents by their machine's, files by their file system's.
   */
  private static final long CLOCKS_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  @Test
  void aBagIsOneTraceAndOneTaleInTheLogs() throws Exception {
    LiveMarket.with("traces", "4,4", TracesLiveTest::tell);
  }

  private static void tell(LiveMarket market) throws Exception {
    try (SpanCollector collector = new SpanCollector()) {
      String traces = "traces: " + collector.address();
      market.startServers(2, "answer_seconds: 2\n" + traces);
      market.startAgents("pilots: {tasks_shorter_than_seconds: 0}\n" + traces);
      String bag =
          market
              .submit("sleep 1", TASKS, Duration.ofSeconds(8), Duration.ofSeconds(40))
              .path("id")
              .asString();
      market.awaitState(bag, Duration.ofMinutes(2), "done", "given-up");
      ByteString trace = SpanIds.trace(new BagId(bag));
      ByteString whole = SpanIds.span(new BagId(bag), "bag");
      market.await(
          "the whole bag is traced",
          Duration.ofSeconds(20),
          () -> {
            List<Span> spans = spans(collector);
            return spans.stream().anyMatch(span -> span.getSpanId().equals(whole))
                && named(spans, "task").size() == TASKS
                && named(spans, "part").size() == 2;
          });
      List<Span> spans = spans(collector);
      spans.forEach(span -> market.note(shown(span)));
      assertThat(spans).allMatch(span -> span.getTraceId().equals(trace));
      requireNested(spans, whole);
      assertThat(spans.stream().map(Span::getName).collect(Collectors.toSet()))
          .contains(
              "bag", "submit", "tender", "call", "offers", "part", "stage", "deliver", "task");
      assertThat(named(spans, "offers")).hasSize(2);
      requireTale(market, bag);
    }
  }

  private static List<Span> spans(SpanCollector collector) {
    Map<ByteString, Span> spans = new LinkedHashMap<>();
    collector.spans().forEach(one -> spans.put(one.span().getSpanId(), one.span()));
    return new ArrayList<>(spans.values());
  }

  private static List<Span> named(List<Span> spans, String name) {
    return spans.stream().filter(span -> span.getName().equals(name)).toList();
  }

  private static String shown(Span span) {
    return "%s from %d for %d ms %s"
        .formatted(
            span.getName(),
            span.getStartTimeUnixNano() / 1_000_000 % 1_000_000,
            (span.getEndTimeUnixNano() - span.getStartTimeUnixNano()) / 1_000_000,
            span.getAttributesList().stream()
                .map(one -> one.getKey() + "=" + one.getValue().toString().strip())
                .toList());
  }

  private static void requireNested(List<Span> spans, ByteString whole) {
    Map<ByteString, Span> byId =
        spans.stream().collect(Collectors.toMap(Span::getSpanId, span -> span));
    for (Span span : spans) {
      assertThat(span.getEndTimeUnixNano())
          .as(shown(span))
          .isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
      if (span.getSpanId().equals(whole)) {
        assertThat(span.getParentSpanId().isEmpty()).isTrue();
        continue;
      }
      Span around = byId.get(span.getParentSpanId());
      assertThat(around).as("what is around " + shown(span)).isNotNull();
      assertThat(span.getStartTimeUnixNano())
          .as(shown(span) + " within " + shown(around))
          .isGreaterThanOrEqualTo(around.getStartTimeUnixNano() - CLOCKS_NANOS);
      assertThat(span.getEndTimeUnixNano())
          .as(shown(span) + " within " + shown(around))
          .isLessThanOrEqualTo(around.getEndTimeUnixNano() + CLOCKS_NANOS);
    }
  }

  /** Who looks for the bag's id reads what happened to it, and not much more. */
  private static void requireTale(LiveMarket market, String bag) throws Exception {
    List<String> tale = new ArrayList<>();
    for (String program : List.of("server0", "server1", "cluster1", "cluster2")) {
      market.log(program).lines().filter(line -> line.contains("bag=" + bag)).forEach(tale::add);
    }
    tale.sort(null);
    tale.forEach(market::note);
    for (String step :
        List.of(
            "Handed in: 12 tasks",
            "Called 2 providers.",
            "Promised by",
            "Part placed:",
            "Committed:",
            "Started:",
            "Delivered: all",
            "Part delivered:",
            "Ended: done, 12 of 12 tasks, promise kept")) {
      assertThat(tale).as(step).anyMatch(line -> line.contains(step));
    }
    assertThat(tale)
        .filteredOn(line -> line.contains("Committed:"))
        .allMatch(line -> line.contains(" provider=cluster") && line.contains(" part=1.1"));
    assertThat(tale).as("no line a task").hasSizeLessThan(2 * TASKS);
  }
}
