package tender.agent.estimate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tender.agent.batch.ArrayJob;
import tender.agent.batch.JobLabels;
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.files.BagInputs;
import tender.agent.files.InputLinks;
import tender.bagfile.Digest;
import tender.bagfile.ProfiledRuntimes;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.protocol.BagDescription;

/**
 * A bag's profiler as a job of the batch system: an array of one task, in its own folder with a
 * copy of the bag's inputs. Its name is derived from the bag, so that a restarted agent finds the
 * same profiler and does not submit it again.
 */
final class ProfilerJob {
  private static final int TASK = 0;
  private static final int ATTEMPT = 0;

  private final BagId bag;
  private final WorkOrder order;
  private final String user;
  private final PartFolder folder;
  private final WorkFolder workFolder;
  private final String name;

  private ProfilerJob(BagId bag, BagDescription description, WorkFolder workFolder) {
    this.bag = bag;
    order = description.order();
    user = description.user();
    this.workFolder = workFolder;
    folder = workFolder.profilerFolder(bag);
    byte[] id = bag.value().getBytes(StandardCharsets.UTF_8);
    String plain = "tender-" + Digest.of(id).hex().substring(0, 16) + "-profiler";
    name = folder.account().map(account -> account.jobName(plain)).orElse(plain);
  }

  /**
   * Creates the bag's folder, for its user.
   *
   * @param description without a user if the profiler is the agent's own
   */
  static ProfilerJob of(BagId bag, BagDescription description, WorkFolder workFolder)
      throws IOException {
    if (!description.user().isEmpty()) {
      workFolder.createBag(bag, description.user());
    }
    return new ProfilerJob(bag, description, workFolder);
  }

  String name() {
    return name;
  }

  int width() {
    return order.width();
  }

  /** Creates its folder, unless an earlier run of the agent has. */
  ArrayJob prepare(BagInputs inputs, long limitMillis) throws IOException {
    Path chunk = folder.path().resolve("chunks").resolve(name);
    if (!Files.exists(chunk.resolve("tasks"))) {
      folder.create();
      Path inputCopies = folder.path().resolve("inputs");
      inputs.prepare(bag, order, inputCopies);
      workFolder.stageContainer(folder, order, inputCopies);
      Optional<String> failure = folder.containerFailure();
      if (failure.isPresent()) {
        throw new IOException(failure.get());
      }
      folder.prepare(TASK, order.profiler().orElseThrow());
      InputLinks.of(inputCopies).createIn(folder.taskFolder(TASK));
      chunk =
          folder.writeChunk(
              name, order.taskList().tasks(), List.of(new ChunkTask(TASK, TASK, ATTEMPT)));
    }
    return new ArrayJob(name, chunk, 1, order.width(), limitMillis, 1, Optional.empty())
        .withLabels(new JobLabels(bag.value(), "profiler", order.name(), user));
  }

  /** Whether it has ended, successfully or not. */
  boolean hasEnded() throws IOException {
    return folder.exitCode(TASK, ATTEMPT).isPresent();
  }

  /** Parses its output, once it has ended. */
  ProfiledRuntimes read() throws IOException, ProfilerException {
    int code = folder.exitCode(TASK, ATTEMPT).orElseThrow();
    if (code != 0) {
      throw new ProfilerException("Its exit code is " + code + ", and must be 0.");
    }
    Path printed = folder.controlFolder(TASK).resolve("stdout");
    if (!Files.isRegularFile(printed, LinkOption.NOFOLLOW_LINKS)) {
      throw new ProfilerException(
          "It replaced its standard output by something that is not a regular file.");
    }
    if (Files.size(printed) > ProfiledRuntimes.MAX_BYTES) {
      throw new ProfilerException(
          "It printed %s bytes; the limit is %s."
              .formatted(Files.size(printed), ProfiledRuntimes.MAX_BYTES));
    }
    String text = new String(Files.readAllBytes(printed), StandardCharsets.UTF_8);
    try {
      return ProfiledRuntimes.parse(text, order.taskList().tasks());
    } catch (IllegalArgumentException e) {
      throw new ProfilerException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Deletes its folder, and the bag's folder if it is empty. */
  void delete() throws IOException {
    folder.delete();
    Path bagFolder = folder.path().getParent();
    try {
      if (bagFolder != null) {
        Files.deleteIfExists(bagFolder);
      }
    } catch (DirectoryNotEmptyException e) {
      // The bag has tasks here too.
    }
  }
}
