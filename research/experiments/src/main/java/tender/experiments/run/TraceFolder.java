package tender.experiments.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import tender.workload.trace.CleanTrace;
import tender.workload.trace.TraceCleaner;

/** A folder of traces, each {@code NAME.swf} or {@code NAME.swf.gz}; each trace is read once. */
public final class TraceFolder {
  private final Path folder;
  private final Map<String, Trace> read = new LinkedHashMap<>();

  /**
   * A trace that was read.
   *
   * @param sha256 of its file, in hexadecimal
   */
  public record Trace(String name, String sha256, CleanTrace content) {}

  public TraceFolder(Path folder) {
    this.folder = folder;
  }

  /** The trace with this name. */
  public Trace trace(String name) throws IOException {
    Trace known = read.get(name);
    if (known != null) {
      return known;
    }
    Path file = file(name);
    Trace trace = new Trace(name, checksum(file), TraceCleaner.forAnyMachine().clean(file));
    read.put(name, trace);
    return trace;
  }

  private Path file(String name) throws NoSuchFileException {
    for (String extension : new String[] {".swf.gz", ".swf"}) {
      Path file = folder.resolve(name + extension);
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    throw new NoSuchFileException(
        folder.resolve(name + ".swf.gz").toString(),
        null,
        "trace not found; download it from the Parallel Workloads Archive, or name the folder that"
            + " contains it");
  }

  private static String checksum(Path file) throws IOException {
    Checksum checksum = new Checksum();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), checksum.digest())) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return checksum.hex();
  }
}
