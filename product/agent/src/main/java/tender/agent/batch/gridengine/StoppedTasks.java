package tender.agent.batch.gridengine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.BatchSystemException.Kind;
import tender.agent.batch.EndedTask;
import tender.core.model.Time;

/**
 * Records which tasks were stopped, and why. Grid Engine forgets a task when it ends, and its
 * accounting file grows without bound and may be on another machine. Therefore the script creates a
 * file in {@code WORK/stopped}, named JOB.TASK.REASON. Files are deleted some minutes after they
 * were read.
 */
final class StoppedTasks {
  private static final long RETENTION_MILLIS = 5 * Time.MINUTE_MILLIS;
  private static final Pattern MARK =
      Pattern.compile("(.+)\\.(\\d{1,9})\\.(TIME_LIMIT|CANCELLED|BROKEN)");

  private final Path folder;
  private final GridEngineJobNames names;

  StoppedTasks(Path work, GridEngineJobNames names) {
    this.folder = work.resolve("stopped");
    this.names = names;
  }

  /** Creates the folder, which must exist before a task runs. */
  void prepare() {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** Records in the script's place why a task will not end normally. */
  void record(EndedTask task) {
    String job = names.toGridEngine(task.jobName());
    try {
      Files.writeString(
          folder.resolve("%s.%d.%s".formatted(job, task.arrayIndex() + 1, task.reason())), "");
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** All stopped tasks, including those that were warned and may still run. */
  List<EndedTask> read() {
    List<EndedTask> found = new ArrayList<>();
    try (DirectoryStream<Path> marks = Files.newDirectoryStream(folder)) {
      for (Path mark : marks) {
        Matcher matcher = MARK.matcher(mark.getFileName().toString());
        if (matcher.matches()) {
          String name = matcher.group(1);
          names
              .fromGridEngine(names.user(), name)
              .ifPresent(
                  jobName ->
                      found.add(
                          new EndedTask(
                              jobName,
                              Integer.parseInt(matcher.group(2)) - 1,
                              EndedTask.EndReason.valueOf(matcher.group(3)))));
          forgetIfOld(mark);
        }
      }
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw unusable(e);
    }
    return found;
  }

  private static void forgetIfOld(Path mark) throws IOException {
    long madeMillis = Files.getLastModifiedTime(mark).toMillis();
    if (madeMillis < System.currentTimeMillis() - RETENTION_MILLIS) {
      Files.deleteIfExists(mark);
    }
  }

  private BatchSystemException unusable(IOException e) {
    return new BatchSystemException(
        Kind.REFUSED, "Cannot use the folder " + folder + ": " + e.getMessage(), e);
  }
}
