package tender.workload.swf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SwfWriterTest {
  @Test
  void writtenRowsAreReadBack() throws IOException {
    var random = new SplittableRandom(1);
    var rows = new ArrayList<SwfRow>();
    for (int line = 1; line <= 2_000; line++) {
      rows.add(randomRow(line, random));
    }
    var out = new ByteArrayOutputStream();
    try (var writer = new SwfWriter(out)) {
      for (SwfRow row : rows) {
        writer.row(row);
      }
    }

    SwfTrace back = SwfSamples.read(out.toByteArray(), SwfLimits.DEFAULT);
    assertThat(back.rows()).isEqualTo(rows);
    assertThat(back.findings().isEmpty()).isTrue();
  }

  @Test
  void copyChangesOnlyWaitTimes() throws IOException {
    String before =
        """
        ; Version: 2.2
        ; Copyright: keep this
        ;\todd\fcharacters
        7 1 99 3 4 0.5 6 7 8 9 1 11 12 13 14 15 16 17
        ; in between
        8 2 98 3 4 12345678.25 6 7 8 9 1 11 12 13 14 15 16 17
        ; at the end
        """;
    var out = new ByteArrayOutputStream();
    try (var reader = new SwfReader(SwfSamples.stream(before), SwfLimits.DEFAULT);
        var writer = new SwfWriter(out)) {
      writer.copyWithWaits(reader, "first line\r\nsecond line", row -> 10 * row.number());
    }

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            ; Version: 2.2
            ; Copyright: keep this
            ;\todd\fcharacters
            ; Note: first line
            ;second line
            7 1 70 3 4 0.5 6 7 8 9 1 11 12 13 14 15 16 17
            ; in between
            8 2 80 3 4 12345678.25 6 7 8 9 1 11 12 13 14 15 16 17
            ; at the end
            """);
  }

  @Test
  void fileNameDeterminesCompression(@TempDir Path folder) throws IOException {
    for (String name : List.of("a.swf", "a.swf.gz")) {
      Path file = folder.resolve(name);
      try (SwfWriter writer = SwfWriter.create(file)) {
        writer.row(SwfSamples.read(SwfSamples.GOOD).rows().getFirst());
      }

      boolean packed = Files.readAllBytes(file)[0] == 0x1f;
      assertThat(packed).isEqualTo(name.endsWith(".gz"));
      assertThat(SwfTrace.read(file).rows()).hasSize(1);
    }
  }

  private static SwfRow randomRow(long line, SplittableRandom random) {
    return new SwfRow(
        line,
        number(random),
        number(random),
        number(random),
        number(random),
        (int) number(random),
        number(random) / 100.0,
        random.nextInt(1_000_000) / 1_000_000.0,
        (int) number(random),
        number(random),
        number(random),
        (int) number(random),
        (int) number(random),
        (int) number(random),
        (int) number(random),
        (int) number(random),
        (int) number(random),
        number(random),
        number(random));
  }

  private static long number(SplittableRandom random) {
    return random.nextBoolean() ? -1 : random.nextLong(1L << random.nextInt(1, 31));
  }
}
