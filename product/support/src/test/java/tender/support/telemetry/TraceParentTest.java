package tender.support.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceParentTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String SPAN = "00f067aa0ba902b7";

  @Test
  void validHeaderIsParsed() {
    TraceParent parent = TraceParent.parse("00-" + TRACE + "-" + SPAN + "-01").orElseThrow();
    assertThat(parent.trace().size()).isEqualTo(16);
    assertThat(parent.span().byteAt(7)).isEqualTo((byte) 0xb7);
    assertThat(TraceParent.parse("01-" + TRACE + "-" + SPAN + "-01-more")).isPresent();
  }

  @Test
  void invalidHeaderIsIgnored() {
    String zeros = "0".repeat(32);
    for (String header :
        new String[] {
          "",
          "00",
          "ff-" + TRACE + "-" + SPAN + "-01",
          "00-" + zeros + "-" + SPAN + "-01",
          "00-" + TRACE + "-" + zeros.substring(16) + "-01",
          "00-" + TRACE.toUpperCase(java.util.Locale.ROOT) + "-" + SPAN + "-01",
          "00-" + TRACE + "-" + SPAN,
          "00-" + TRACE + "-" + SPAN + "-01-" + "x".repeat(10_000)
        }) {
      assertThat(TraceParent.parse(header)).as(header).isEmpty();
    }
  }
}
