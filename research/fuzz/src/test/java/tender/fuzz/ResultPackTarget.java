package tender.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import tender.bagfile.results.InvalidPackException;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.ResultPackWriter;
import tender.core.model.TaskSet;

/**
 * Result packs, which agents send to the server and the server to users. An input that does not
 * begin as a zip file has the names of entries, one per line: mutations of a zip file rarely have
 * valid checksums.
 */
public final class ResultPackTarget implements FuzzTarget {
  /** What an entry of a zip costs, however short it is: the buffers that inflate it. */
  private static final long ENTRY_BYTES_PER_INPUT_BYTE = 8_000;

  @Override
  public String name() {
    return "result-pack";
  }

  /** Content may be compressed by a factor of 1,000, and is read, written and read again. */
  @Override
  public long maxAllocatedBytes(int inputBytes) {
    return InputCost.DEFAULT_BASE_BYTES
        + (5 * InputCost.DEFAULT_BYTES_PER_INPUT_BYTE + ENTRY_BYTES_PER_INPUT_BYTE) * inputBytes;
  }

  @Override
  public void read(byte[] input) throws IOException {
    Map<PackEntry, ByteBuffer> files = new LinkedHashMap<>();
    TaskSet tasks;
    try {
      tasks = readInto(files, input.length > 0 && input[0] == 'P' ? input : zip(input));
    } catch (InvalidPackException e) {
      return;
    }
    Properties.between(files.size(), 1, ResultPack.MAX_FILES, "The number of files");
    Properties.same(
        files.keySet().stream().map(PackEntry::taskIndex).collect(Collectors.toSet()),
        tasks.stream().boxed().collect(Collectors.toSet()));
    Map<PackEntry, ByteBuffer> again = new LinkedHashMap<>();
    readInto(again, write(files));
    Properties.same(files, again);
  }

  private static TaskSet readInto(Map<PackEntry, ByteBuffer> files, byte[] pack)
      throws IOException {
    return ResultPack.read(
        new ByteArrayInputStream(pack),
        (entry, content) -> files.put(entry, ByteBuffer.wrap(content.readAllBytes())));
  }

  private static byte[] write(Map<PackEntry, ByteBuffer> files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ResultPackWriter writer = new ResultPackWriter(out)) {
      for (var file : files.entrySet()) {
        writer.add(file.getKey(), new ByteArrayInputStream(file.getValue().array()));
      }
    }
    return out.toByteArray();
  }

  /** A zip file with entries of these names; the content of each is its name. */
  private static byte[] zip(byte[] names) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name :
          new LinkedHashSet<>(new String(names, StandardCharsets.UTF_8).lines().toList())) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }
}
