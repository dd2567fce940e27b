package tender.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisclosureReaderTest {
  @TempDir private Path folder;

  private DisclosureReader log(String text) throws IOException {
    Path file = folder.resolve("disclosures.log");
    Files.writeString(file, text);
    return new DisclosureReader(file);
  }

  @Test
  void allLinesAreReadLatestFirst() throws IOException {
    DisclosureReader log = log("one\ntwo\nthree\nfour\nhalf of fi");
    List<String> all = new ArrayList<>();
    long before = Long.MAX_VALUE;
    while (before > 0) {
      DisclosureReader.DisclosurePage lines = log.readBefore(before, 2);
      all.addAll(lines.lines());
      before = lines.before();
    }
    assertThat(all).containsExactly("four", "three", "two", "one");
  }

  @Test
  void longLogIsReadInPages() throws IOException {
    String line = "x".repeat(400_000);
    DisclosureReader log = log((line + "\n").repeat(5));
    DisclosureReader.DisclosurePage last = log.readBefore(Long.MAX_VALUE, 100);
    assertThat(last.lines()).hasSize(2).containsOnly(line);
    assertThat(log.readBefore(last.before(), 100).lines()).hasSize(2).containsOnly(line);
  }

  @Test
  void missingOrEmptyLogHasNoLines() throws IOException {
    assertThat(new DisclosureReader(folder.resolve("none")).readBefore(Long.MAX_VALUE, 5).lines())
        .isEmpty();
    assertThat(log("").readBefore(Long.MAX_VALUE, 5))
        .isEqualTo(new DisclosureReader.DisclosurePage(List.of(), 0));
  }
}
