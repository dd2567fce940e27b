package tender.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.message.CallId;
import tender.core.model.BagId;

class DisclosureLogTest {
  private static final int MAX_BYTES = 1_000;

  @TempDir private Path folder;
  private Path file;

  @BeforeEach
  void chooseFile() {
    file = folder.resolve("disclosures.log");
  }

  private DisclosureLog open(int oldFiles) throws IOException {
    return new DisclosureLog(file, new LogRotation(MAX_BYTES, oldFiles), Clock.systemUTC());
  }

  private static void write(DisclosureLog log, int number) {
    log.estimated(new CallId(new BagId("b" + number), 1), "USER");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void fullFilesAreRenamedAndNoLineIsLost() throws IOException {
    try (DisclosureLog log = open(100)) {
      IntStream.range(0, 150).forEach(number -> write(log, number));
    }
    try (DisclosureLog log = open(100)) {
      IntStream.range(150, 300).forEach(number -> write(log, number));
    }
    List<String> lines = new ArrayList<>();
    for (Path one : LogRotation.files(file).reversed()) {
      assertThat(Files.size(one)).isBetween(1L, (long) MAX_BYTES);
      lines.addAll(Files.readAllLines(one));
    }
    assertThat(files()).hasSameSizeAs(LogRotation.files(file));
    assertThat(lines).hasSize(300);
    for (int i = 0; i < 300; i++) {
      assertThat(lines.get(i)).contains("\"b" + i + "\"");
    }
  }

  @Test
  void oldestFilesAreDeleted() throws IOException {
    try (DisclosureLog log = open(2)) {
      IntStream.range(0, 500).forEach(number -> write(log, number));
    }
    assertThat(files())
        .containsExactly(
            file, folder.resolve("disclosures.log.1"), folder.resolve("disclosures.log.2"));
    assertThat(Files.readAllLines(file).getLast()).contains("\"b499\"");
  }

  @Test
  void longLineHasAFileOfItsOwn() throws IOException {
    try (DisclosureLog log = open(5)) {
      write(log, 0);
      log.estimated(new CallId(new BagId("b1"), 1), "x".repeat(3 * MAX_BYTES));
      write(log, 2);
    }
    assertThat(LogRotation.files(file)).hasSize(3);
  }

  @Test
  void readerShowsTheLinesOfAllFiles() throws IOException {
    try (DisclosureLog log = open(100)) {
      IntStream.range(0, 100).forEach(number -> write(log, number));
    }
    DisclosureReader reader = new DisclosureReader(file);
    List<String> all = new ArrayList<>();
    long before = Long.MAX_VALUE;
    while (before > 0) {
      DisclosureReader.DisclosurePage page = reader.readBefore(before, 7);
      all.addAll(page.lines());
      before = page.before();
    }
    assertThat(all).hasSize(100);
    assertThat(all.getFirst()).contains("\"b99\"");
    assertThat(all.getLast()).contains("\"b0\"");
  }

  @Test
  void linesOfConcurrentThreadsAreComplete() throws Exception {
    try (DisclosureLog log = open(100)) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int first = i * 100;
        threads.add(
            Thread.ofVirtual()
                .start(
                    () ->
                        IntStream.range(first, first + 100).forEach(number -> write(log, number))));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
    int lines = 0;
    for (Path one : LogRotation.files(file)) {
      lines += Files.readAllLines(one).size();
    }
    assertThat(lines).isEqualTo(400);
  }
}
