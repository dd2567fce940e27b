package tender.bagfile.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskSets;
import tender.bagfile.TestWorkOrders;

class ResultPackTest {
  @Test
  void packsRoundTrip() throws IOException {
    for (int seed = 0; seed < 200; seed++) {
      Map<PackEntry, byte[]> files = TestPacks.random(new SplittableRandom(seed));
      byte[] pack = TestPacks.written(files);
      Map<PackEntry, byte[]> read = TestPacks.read(pack);
      assertThat(read.keySet()).as("seed %d", seed).containsExactlyElementsOf(files.keySet());
      files.forEach((file, content) -> assertThat(read.get(file)).isEqualTo(content));
      assertThat(ResultPack.check(new ByteArrayInputStream(pack)))
          .as("seed %d", seed)
          .isEqualTo(
              TaskSets.of(files.keySet().stream().mapToInt(PackEntry::taskIndex).distinct()));
      assertThat(TestPacks.written(files)).as("the same bytes, seed %d", seed).isEqualTo(pack);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0/other",
        "0/out",
        "0/out/",
        "0/stdout/",
        "0/",
        "0",
        "stdout",
        "/0/stdout",
        "../0/stdout",
        "0/../stdout",
        "0/out/../../../x",
        "0/out//x",
        "0/out/./x",
        "0/out/a\\b",
        "0/out/a\nb",
        "0/out/a\0b",
        "00/stdout",
        "-1/stdout",
        "+1/stdout",
        "1000000/stdout",
        "99999999999/stdout",
        "0/STDOUT",
        "0/stdout/x",
        "C:/stdout",
        "",
        "0/out/\u202efdp.exe"
      })
  void unknownEntryNameIsRejected(String name) throws IOException {
    assertRejected(TestPacks.zip("0/stdout", name), "");
  }

  @Test
  void duplicateEntryIsRejected() throws IOException {
    byte[] twice = TestPacks.renamed(TestPacks.zip("0/stdout", "0/stdouX"), "0/stdouX", "0/stdout");
    assertRejected(twice, "0/stdout twice");
  }

  @Test
  void zipBombIsRejected() throws IOException {
    assertRejected(TestPacks.zeros(ResultPack.MAX_FILE_BYTES + 1, "0/stdout"), "more than");
    byte[] large = TestPacks.zeros(ResultPack.MAX_FILE_BYTES, "0/stdout", "0/stderr");
    assertThat(ResultPack.check(new ByteArrayInputStream(large)).size()).isEqualTo(1);
    assertRejected(
        TestPacks.zeros(ResultPack.MAX_FILE_BYTES, "0/stdout", "0/stderr", "1/stdout"), "in all");
  }

  @Test
  void tooManyFilesOrTasksAreRejected() throws IOException {
    assertRejected(
        TestPacks.zip(
            IntStream.rangeClosed(0, 10_000).mapToObj(i -> "0/out/" + i).toArray(String[]::new)),
        "10000 files");
    assertRejected(
        TestPacks.zip(
            IntStream.rangeClosed(0, 1_000).mapToObj(i -> i + "/stdout").toArray(String[]::new)),
        "1000 tasks");
  }

  @Test
  void endlessPackIsRejected() throws IOException {
    // Stored without compression; the first entry claims the largest possible size.
    InputStream endless =
        new InputStream() {
          private final byte[] head = {
            'P', 'K', 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, 127, -1, -1, -1,
            127, 8, 0, 0, 0, '0', '/', 's', 't', 'd', 'o', 'u', 't'
          };
          private int position;

          @Override
          public int read() {
            return position < head.length ? head[position++] & 0xff : 0;
          }

          @Override
          public int read(byte[] buffer, int offset, int length) {
            for (int i = 0; i < length; i++) {
              buffer[offset + i] = (byte) read();
            }
            return length;
          }
        };
    assertThatExceptionOfType(InvalidPackException.class)
        .isThrownBy(() -> ResultPack.check(endless));
  }

  @Test
  void dataThatIsNoZipIsRejected() {
    assertRejected(new byte[0], "no files");
    assertRejected(TestWorkOrders.bytes("stdout"), "no files");
  }

  /** A damaged pack is rejected or read partly; no other exception occurs. */
  @Test
  void damagedPackIsReadOrRejected() throws IOException {
    for (int seed = 0; seed < 1_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] pack = TestPacks.written(TestPacks.random(random));
      byte[] damaged =
          Arrays.copyOf(pack, random.nextInt(5) == 0 ? random.nextInt(pack.length) : pack.length);
      for (int i = random.nextInt(4); i > 0 && damaged.length > 0; i--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        ResultPack.read(
            new ByteArrayInputStream(damaged),
            (_, content) -> content.transferTo(OutputStream.nullOutputStream()));
      } catch (InvalidPackException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining("pack");
      }
    }
  }

  @Test
  void exceptionsOfVisitorAndStreamAreNotWrapped() throws IOException {
    byte[] pack = TestPacks.zip("0/stdout");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ResultPack.read(
                    new ByteArrayInputStream(pack),
                    (_, _) -> {
                      throw new IllegalArgumentException("visitor failed");
                    }))
        .withMessage("visitor failed");
    InputStream broken =
        new FilterInputStream(InputStream.nullInputStream()) {
          @Override
          public int read(byte[] buffer, int offset, int length) throws IOException {
            throw new IOException("connection lost");
          }
        };
    assertThatThrownBy(() -> ResultPack.check(broken))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("connection lost");
  }

  @Test
  void writerEnforcesTheLimitsOfTheReader() throws IOException {
    try (ResultPackWriter writer = new ResultPackWriter(OutputStream.nullOutputStream())) {
      writer.add(PackEntry.stdout(0), new ByteArrayInputStream(new byte[10]));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> writer.add(PackEntry.stdout(0), InputStream.nullInputStream()));
      for (int task = 1; task < ResultPack.MAX_TASKS; task++) {
        writer.add(PackEntry.stdout(task), InputStream.nullInputStream());
      }
      assertThatExceptionOfType(IllegalStateException.class)
          .isThrownBy(() -> writer.add(PackEntry.stdout(1_000), InputStream.nullInputStream()));
    }
  }

  @Test
  void maxBytesIsAnUpperBoundOfTheSize() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    Map<PackEntry, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      byte[] noise = new byte[random.nextInt(20_000)];
      random.nextBytes(noise);
      files.put(PackEntry.output(i, new RelativePath("é".repeat(100) + "/" + i)), noise);
    }
    try (ResultPackWriter writer = new ResultPackWriter(OutputStream.nullOutputStream())) {
      for (var file : files.entrySet()) {
        writer.add(file.getKey(), new ByteArrayInputStream(file.getValue()));
      }
      assertThat(writer.maxBytes()).isGreaterThan(TestPacks.written(files).length);
    }
  }

  private static void assertRejected(byte[] pack, String message) {
    assertThatExceptionOfType(InvalidPackException.class)
        .isThrownBy(() -> ResultPack.check(new ByteArrayInputStream(pack)))
        .withMessageContaining(message);
  }
}
