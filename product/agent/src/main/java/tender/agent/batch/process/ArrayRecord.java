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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.agent.batch.ArrayJob;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

/** An array's record on disk, kept until all its tasks have ended. */
record ArrayRecord(long submittedMillis, ArrayJob job) {
  /** Memory in MiB, and whether the node is for one task alone; absent without a request. */
  private static final Pattern REQUEST = Pattern.compile("^(\\d{1,9})([mx]) ");

  void write(Path folder) throws IOException {
    String line =
        "%d %d %d %d %d %s%s\n"
            .formatted(
                submittedMillis,
                job.size(),
                job.width(),
                job.limitMillis(),
                job.maxRunning(),
                job.request().map(ArrayRecord::requestText).orElse(""),
                job.folder());
    Path written = folder.resolve(job.name() + ".new");
    Files.writeString(written, line);
    Files.move(written, folder.resolve(job.name()), StandardCopyOption.ATOMIC_MOVE);
  }

  /** What a machine can give to a task besides processors; before the folder in the record. */
  private static String requestText(TaskRequest request) {
    return request.perNode().memoryMib() + (request.exclusive() ? "x " : "m ");
  }

  private static Optional<TaskRequest> request(String text, int width) {
    Matcher matcher = REQUEST.matcher(text);
    if (!matcher.lookingAt()) {
      return Optional.empty();
    }
    TaskRequest request =
        TaskRequest.onOneNode(new ResourceAmounts(width, Integer.parseInt(matcher.group(1)), 0, 0));
    return Optional.of(matcher.group(2).equals("x") ? request.onExclusiveNodes() : request);
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
      int width = Integer.parseInt(fields[2]);
      return new ArrayRecord(
          Long.parseLong(fields[0]),
          new ArrayJob(
                  file.getFileName().toString(),
                  Path.of(REQUEST.matcher(fields[5]).replaceFirst("")),
                  Integer.parseInt(fields[1]),
                  width,
                  Long.parseLong(fields[3]),
                  Integer.parseInt(fields[4]),
                  Optional.empty())
              .withRequest(request(fields[5], width)));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new IOException("The array " + file + " is damaged: " + e.getMessage(), e);
    }
  }
}
