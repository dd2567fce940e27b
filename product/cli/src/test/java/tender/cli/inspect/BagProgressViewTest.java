package tender.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.cli.client.response.BagResponse;
import tender.cli.output.TimeFormat;

class BagProgressViewTest {
  private static final Instant BY = Instant.parse("2030-01-01T00:00:00Z");

  private final StringWriter out = new StringWriter();

  private static BagResponse bag(int done, List<BagResponse.Failed> failed) {
    List<BagResponse.Part> parts =
        List.of(
            new BagResponse.Part("hpc-1", 90, BY, "9", done, false),
            new BagResponse.Part("a\u001b[31m", 10, BY, "1", 0, true));
    return new BagResponse(
        "b1",
        "pi",
        "running",
        100,
        done,
        failed,
        null,
        BY,
        null,
        null,
        new BagResponse.Promise(BY, "10", parts),
        null,
        BY.minus(Duration.ofMinutes(done)),
        null,
        "0",
        BY.minus(Duration.ofHours(1)),
        null,
        done,
        null,
        null);
  }

  @Test
  void printsLineForEachChange() {
    BagProgressView view = new BagProgressView(new PrintWriter(out), false);
    view.accept(bag(0, List.of()));
    view.accept(bag(0, List.of()));
    view.accept(bag(30, List.of(new BagResponse.Failed(3, 2, "4,7", null))));
    String by = TimeFormat.local(BY);
    assertThat(out.toString().lines())
        .satisfiesExactly(
            first ->
                assertThat(first)
                    .endsWith(
                        "  b1 running, 0 of 100 done, promised by " + by + ", expected by " + by),
            second ->
                assertThat(second)
                    .contains("  b1 running, 30 of 100 done, 2 failed, promised by " + by));
  }

  @Test
  void redrawsViewOnTerminal() {
    BagProgressView view = new BagProgressView(new PrintWriter(out), true);
    view.accept(bag(0, List.of()));
    String first = out.toString();
    view.accept(bag(30, List.of()));
    String second = out.toString().substring(first.length());
    assertThat(first)
        .startsWith("pi (b1) is running: 0 of 100 tasks have ended.")
        .contains("hpc-1        [" + " ".repeat(30) + "]  0 of 90")
        .contains("a\\u001b[31m  [");
    assertThat(second)
        .startsWith(
            "\u001b[" + first.lines().filter(line -> line.endsWith("\u001b[K")).count() + "A")
        .contains("hpc-1        [" + "#".repeat(10) + " ".repeat(20) + "]  30 of 90");
  }
}
