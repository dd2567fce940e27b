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
import tender.agent.batch.folder.ChunkTask;
import tender.agent.batch.folder.PartFolder;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.files.BagInputs;
import tender.agent.files.InputLinks;
import tender.core.model.BagId;
import tender.bagfile.Digest;
import tender.bagfile.ProfiledRuntimes;
import tender.bagfile.WorkOrder;

/**
 * A bag's profiler as a job of the batch system: an array of one task, in a folder of its own with
 * a copy of the bag's inputs. Its name follows from the bag, so that the same profiler is found
 * again, and not submitted again, by the next life of the agent.
 */
final class ProfilerJob {
  private static final int TASK = 0;
  private static final int ATTEMPT = 0;

  private final BagId bag;
  private final WorkOrder order;
  private final PartFolder folder;
  private final String name;

  ProfilerJob(BagId bag, WorkOrder order, WorkFolder folders) {
    this.bag = bag;
    this.order = order;
    folder = folders.profilerFolder(bag);
    byte[] id = bag.value().getBytes(StandardCharsets.UTF_8);
    name = "tender-" + Digest.of(id).hex().substring(0, 16) + "-profiler";
  }

  String name() {
    return name;
  }

  int width() {
    return order.width();
  }

  /** Makes its folder, unless an earlier life of the agent has. */
  ArrayJob prepare(BagInputs inputs, long limitMillis) throws IOException {
    Path chunk = folder.path().resolve("chunks").resolve(name);
    if (!Files.exists(chunk.resolve("tasks"))) {
      folder.create();
      Path copies = folder.path().resolve("inputs");
      inputs.prepare(bag, order, copies);
      folder.prepare(TASK, order.profiler().orElseThrow());
      InputLinks.of(copies).createIn(folder.taskFolder(TASK));
      chunk =
          folder.writeChunk(
              name, order.taskList().tasks(), List.of(new ChunkTask(TASK, TASK, ATTEMPT)));
    }
    return new ArrayJob(name, chunk, 1, order.width(), limitMillis, 1, Optional.empty());
  }

  /** Whether it has run to its end, well or not. */
  boolean hasEnded() throws IOException {
    return folder.exitCode(TASK, ATTEMPT).isPresent();
  }

  /** What it has printed, once it has ended. */
  ProfiledRuntimes read() throws IOException, ProfilerException {
    int code = folder.exitCode(TASK, ATTEMPT).orElseThrow();
    if (code != 0) {
      throw new ProfilerException("It ended with exit code " + code + ", and must end with 0.");
    }
    Path printed = folder.controlFolder(TASK).resolve("stdout");
    if (!Files.isRegularFile(printed, LinkOption.NOFOLLOW_LINKS)) {
      throw new ProfilerException("It has put something else in the place of its standard output.");
    }
    if (Files.size(printed) > ProfiledRuntimes.MAX_BYTES) {
      throw new ProfilerException(
          "It has printed "
              + Files.size(printed)
              + " bytes, and may print "
              + ProfiledRuntimes.MAX_BYTES
              + ".");
    }
    String text = new String(Files.readAllBytes(printed), StandardCharsets.UTF_8);
    try {
      return ProfiledRuntimes.parse(text, order.taskList().tasks());
    } catch (IllegalArgumentException e) {
      throw new ProfilerException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Removes its folder, and the bag's if nothing else is in it. */
  void delete() throws IOException {
    folder.delete();
    Path ofBag = folder.path().getParent();
    try {
      if (ofBag != null) {
        Files.deleteIfExists(ofBag);
      }
    } catch (DirectoryNotEmptyException e) {
      // Tasks of the bag are here too.
    }
  }
}
