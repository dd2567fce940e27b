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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.model.BagId;
import tender.support.telemetry.SpanIds;

/**
 * A bag on two real clusters, with two servers and two agents that do not propagate trace contexts:
 * all spans form one nested trace. The bag's id finds every step of the bag in all logs.
 */
@Timeout(300)
@Tag("live")
@Tag("concurrent")
class TracesLiveTest {
  private static final int TASKS = 12;

  /** Servers use the database's clock, agents their machine's, and files their file system's. */
  private static final long CLOCKS_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

  @Test
  void bagIsOneTraceAndCanBeFoundInLogs() throws Exception {
    LiveMarket.with("traces", "4,4", TracesLiveTest::run);
  }

  private static void run(LiveMarket market) throws Exception {
    try (SpanCollector collector = new SpanCollector()) {
      String traces = "trace_endpoint: " + collector.address();
      market.startServers(2, "reply_timeout_seconds: 10\n" + traces);
      market.startAgents("pilots: {max_task_seconds: 0}\n" + traces);
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
      requireLogLines(market, bag);
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
      Span parent = byId.get(span.getParentSpanId());
      assertThat(parent).as("parent of " + shown(span)).isNotNull();
      assertThat(span.getStartTimeUnixNano())
          .as(shown(span) + " within " + shown(parent))
          .isGreaterThanOrEqualTo(parent.getStartTimeUnixNano() - CLOCKS_NANOS);
      assertThat(span.getEndTimeUnixNano())
          .as(shown(span) + " within " + shown(parent))
          .isLessThanOrEqualTo(parent.getEndTimeUnixNano() + CLOCKS_NANOS);
    }
  }

  /** The lines with the bag's id contain every step of the bag, and no line for each task. */
  private static void requireLogLines(LiveMarket market, String bag) throws Exception {
    List<String> lines = new ArrayList<>();
    for (String program : List.of("server0", "server1", "cluster1", "cluster2")) {
      market.log(program).lines().filter(line -> line.contains("bag=" + bag)).forEach(lines::add);
    }
    lines.sort(null);
    lines.forEach(market::note);
    for (String step :
        List.of(
            "Bag submitted: tasks=12",
            "Offers requested: providers=2",
            "Promise made:",
            "Part placed:",
            "Part committed:",
            "Tasks submitted:",
            "All results delivered:",
            "Part delivered:",
            "Bag ended: ending=done, done=12, tasks=12, promise=kept")) {
      assertThat(lines).as(step).anyMatch(line -> line.contains(step));
    }
    assertThat(lines)
        .filteredOn(line -> line.contains("Part committed:"))
        .allMatch(line -> line.contains(" provider=cluster") && line.contains(" part=1.1"));
    assertThat(lines).as("no line for each task").hasSizeLessThan(2 * TASKS);
  }
}
