package tender.agent.batch.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.ArrayJob;

/** An array's record on disk, kept until all its tasks have ended. */
record ArrayRecord(long submittedMillis, ArrayJob job) {

  void write(Path folder) throws IOException {
    String line =
        "%d %d %d %d %d %s\n"
            .formatted(
                submittedMillis,
                job.size(),
                job.width(),
                job.limitMillis(),
                job.maxRunning(),
                job.folder());
    Path written = folder.resolve(job.name() + ".new");
    Files.writeString(written, line);
    Files.move(written, folder.resolve(job.name()), StandardCopyOption.ATOMIC_MOVE);
  }

  /** All records, in the order of submission. */
  static List<ArrayRecord> readAll(Path folder) throws IOException {
    var arrays = new ArrayList<ArrayRecord>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        if (!file.toString().endsWith(".new")) {
          arrays.add(read(file));
        }
      }
    }
    arrays.sort(
        Comparator.comparingLong(ArrayRecord::submittedMillis)
            .thenComparing(array -> array.job().name()));
    return arrays;
  }

  private static ArrayRecord read(Path file) throws IOException {
    String[] fields = Files.readString(file).strip().split(" ", 6);
    try {
      return new ArrayRecord(
          Long.parseLong(fields[0]),
          new ArrayJob(
              file.getFileName().toString(),
              Path.of(fields[5]),
              Integer.parseInt(fields[1]),
              Integer.parseInt(fields[2]),
              Long.parseLong(fields[3]),
              Integer.parseInt(fields[4]),
              Optional.empty()));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("The array " + file + " is damaged: " + e.getMessage(), e);
    }
  }
}
