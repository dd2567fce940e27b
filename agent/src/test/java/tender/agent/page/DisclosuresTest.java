package tender.agent.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisclosuresTest {
  @TempDir private Path folder;

  private Disclosures log(String text) throws IOException {
    Path file = folder.resolve("disclosures.log");
    Files.writeString(file, text);
    return new Disclosures(file);
  }

  @Test
  void allLinesAreReadFromTheLatestOn() throws IOException {
    Disclosures log = log("one\ntwo\nthree\nfour\nhalf of fi");
    List<String> all = new ArrayList<>();
    long before = Long.MAX_VALUE;
    while (before > 0) {
      Disclosures.Lines lines = log.before(before, 2);
      all.addAll(lines.lines());
      before = lines.before();
    }
    assertThat(all).containsExactly("four", "three", "two", "one");
  }

  @Test
  void aLogOfManyMegabytesIsReadInPieces() throws IOException {
    String line = "x".repeat(400_000);
    Disclosures log = log((line + "\n").repeat(5));
    Disclosures.Lines last = log.before(Long.MAX_VALUE, 100);
    assertThat(last.lines()).hasSize(2).containsOnly(line);
    assertThat(log.before(last.before(), 100).lines()).hasSize(2).containsOnly(line);
  }

  @Test
  void whereNothingWasToldThereIsNothing() throws IOException {
    assertThat(new Disclosures(folder.resolve("none")).before(Long.MAX_VALUE, 5).lines()).isEmpty();
    assertThat(log("").before(Long.MAX_VALUE, 5)).isEqualTo(new Disclosures.Lines(List.of(), 0));
  }
}
