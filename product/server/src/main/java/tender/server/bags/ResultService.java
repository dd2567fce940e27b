package tender.server.bags;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.TaskRecord;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.api.ApiException;
import tender.server.api.LogStream;
import tender.server.api.view.task.PackView;
import tender.server.api.view.task.ResultList;
import tender.server.store.Database;
import tender.server.store.bags.Submission;
import tender.server.store.content.Pack;

/** Results and logs of tasks. */
final class ResultService {
  private final Database database;

  ResultService(Database database) {
    this.database = database;
  }

  void writeLog(Submission submission, int taskIndex, LogStream stream, OutputStream sink)
      throws IOException {
    BagId bag = submission.bag();
    int position = positionInBag(submission.order(), taskIndex);
    Digest digest =
        mapErrors(() -> database.packs().find(bag, position))
            .orElseThrow(() -> noResult(bag, taskIndex));
    PackEntry wanted =
        stream == LogStream.STDOUT ? PackEntry.stdout(position) : PackEntry.stderr(position);
    try (InputStream pack = open(digest)) {
      ResultPack.read(
          pack,
          (entry, content) -> {
            if (entry.equals(wanted)) {
              content.transferTo(sink);
            }
          });
    }
  }

  /** What the provider recorded about a task; empty if the pack has no valid record. */
  Optional<TaskRecord> record(Digest digest, int position) {
    AtomicReference<Optional<TaskRecord>> found = new AtomicReference<>(Optional.empty());
    try (InputStream pack = open(digest)) {
      ResultPack.read(
          pack,
          (entry, content) -> {
            if (entry.equals(PackEntry.record(position))) {
              found.set(Optional.of(TaskRecord.read(content)));
            }
          });
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
    return found.get();
  }

  static ApiException noResult(BagId bag, int taskIndex) {
    return ApiException.notFound(
        "Task " + taskIndex + " of bag " + bag + " has no result yet.",
        "Read the bag's progress with tender status.");
  }

  static int positionInBag(WorkOrder order, int taskIndex) {
    TaskSet taskIndexes = order.only().orElse(TaskSet.first(order.taskList().tasks()));
    if (taskIndex < 0 || !taskIndexes.contains(taskIndex)) {
      throw ApiException.notFound(
          "The bag has no task " + taskIndex + ".", "Its tasks are " + taskIndexes + ".");
    }
    return order.taskIndex(taskIndex);
  }

  private InputStream open(Digest digest) {
    return mapErrors(() -> database.blobs().open(digest))
        .orElseThrow(
            () ->
                ApiException.notFound(
                    "File " + digest + " is not stored.", "List the bag's results again."));
  }

  ResultList list(Submission submission, Optional<Digest> after) {
    return mapErrors(
        () -> {
          List<Pack> packs = database.packs().accepted(submission.bag());
          Map<Digest, Long> sizes =
              database.blobs().sizes(packs.stream().map(Pack::digest).toList());
          Map<Digest, Long> storedMillis = database.packs().storedMillis(submission.bag());
          List<PackView> views = new ArrayList<>();
          for (Pack pack : packs) {
            views.add(
                new PackView(
                    pack.digest(),
                    pack.tasks(),
                    sizes.getOrDefault(pack.digest(), 0L),
                    pack.part().provider(),
                    storedMillis.getOrDefault(pack.digest(), 0L),
                    pack.outcomes()));
            if (after.isPresent() && after.get().equals(pack.digest())) {
              views.clear();
            }
          }
          return new ResultList(submission.order().only(), submission.order().workDigest(), views);
        });
  }

  void writePack(BagId bag, Digest pack, OutputStream sink) throws IOException {
    boolean exists =
        mapErrors(
            () ->
                database.packs().accepted(bag).stream().anyMatch(one -> one.digest().equals(pack)));
    if (!exists) {
      throw ApiException.notFound(
          "Bag " + bag + " has no result pack " + pack + ".", "List the bag's results again.");
    }
    try (InputStream content = open(pack)) {
      content.transferTo(sink);
    }
  }
}
