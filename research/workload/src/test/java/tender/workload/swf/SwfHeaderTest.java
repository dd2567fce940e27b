package tender.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class SwfHeaderTest {
  @Test
  void keysIncludeTheirContinuationLines() throws IOException {
    SwfHeader header =
        SwfSamples.read(
                """
                ; Version: 2.2
                ;    Acknowledge: Ada Example
                ; Acknowledge: Bo Sample,
                ;              of Elsewhere
                ;
                ; not part of it
                ; Copyright: Keep this:
                ;   in all copies, see
                ;   http://example.org/terms
                ; MaxNodes: 338 (batch partition; 512 total)
                ; MaxProcs:  1152
                ; UnixStartTime: unknown
                ;UnixStartTime: 956700003
                """)
            .header();

    assertThat(header.acknowledgements())
        .containsExactly("Ada Example", "Bo Sample,\nof Elsewhere");
    assertThat(header.notices())
        .containsExactly("Keep this:\nin all copies, see\nhttp://example.org/terms");
    assertThat(header.maxNodes()).hasValue(338);
    assertThat(header.maxProcs()).hasValue(1_152);
    assertThat(header.unixStartTime()).hasValue(956_700_003);
    assertThat(header.values("Nothing")).isEmpty();
  }

  @Test
  void invalidNumbersAreAbsent() throws IOException {
    SwfHeader header =
        SwfSamples.read("; MaxProcs: -1\n; MaxNodes: 99999999999999999999\n").header();

    assertThat(header.maxProcs()).isEmpty();
    assertThat(header.maxNodes()).isEmpty();
    assertThat(header.unixStartTime()).isEmpty();
  }

  @Test
  void namesAreReadInBothEncodings() throws IOException {
    String comment = "; Acknowledge: Åke";
    byte[] old = comment.getBytes(StandardCharsets.ISO_8859_1);

    assertThat(SwfSamples.read(comment).header().acknowledgements()).containsExactly("Åke");
    assertThat(SwfSamples.read(old, SwfLimits.DEFAULT).header().acknowledgements())
        .containsExactly("Åke");
  }
}
