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
    assertThat(header.values("MaxNodes")).containsExactly("338 (batch partition; 512 total)");
    assertThat(header.values("MaxProcs")).containsExactly("1152");
    assertThat(header.values("UnixStartTime")).containsExactly("unknown", "956700003");
    assertThat(header.values("Nothing")).isEmpty();
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
