package tender.server.bags;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.api.ApiException;
import tender.server.api.LogStream;
import tender.server.api.view.PackView;
import tender.server.api.view.ResultList;
import tender.server.store.Database;
import tender.server.store.content.Pack;
import tender.server.store.bags.Submission;
import tender.bagfile.Digest;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPack;
import tender.bagfile.WorkOrder;

/** What tasks have left behind, for those to whom the bag belongs. */
final class ResultService {
  private final Database database;

  ResultService(Database database) {
    this.database = database;
  }

  void writeLog(Submission submission, int task, LogStream stream, OutputStream sink)
      throws IOException {
    BagId bag = submission.bag();
    int number = positionInBag(submission.order(), task);
    Digest digest =
        mapErrors(() -> database.packs().find(bag, number))
            .orElseThrow(
                () ->
                    new ApiException(
                        ApiException.Kind.NOT_FOUND,
                        "Task " + task + " of bag " + bag + " has left no result yet.",
                        "The bag's status says how many have."));
    PackEntry wanted =
        stream == LogStream.STDOUT ? PackEntry.stdout(number) : PackEntry.stderr(number);
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

  static int positionInBag(WorkOrder order, int task) {
    TaskSet numbers = order.only().orElse(TaskSet.first(order.taskList().tasks()));
    if (task < 0 || !numbers.contains(task)) {
      throw new ApiException(
          ApiException.Kind.NOT_FOUND,
          "The bag has no task " + task + ".",
          "Its tasks are " + numbers + ".");
    }
    return numbers.intersect(TaskSet.first(task)).size();
  }

  private InputStream open(Digest digest) {
    return mapErrors(() -> database.blobs().open(digest))
        .orElseThrow(
            () ->
                new ApiException(
                    ApiException.Kind.NOT_FOUND,
                    "The file " + digest + " is not here.",
                    "Look at the list of results again."));
  }

  ResultList list(Submission submission, Optional<Digest> after) {
    return mapErrors(
        () -> {
          List<Pack> packs = database.packs().accepted(submission.bag());
          Map<Digest, Long> sizes =
              database.blobs().sizes(packs.stream().map(Pack::digest).toList());
          List<PackView> views = new ArrayList<>();
          for (Pack pack : packs) {
            views.add(
                new PackView(pack.digest(), pack.tasks(), sizes.getOrDefault(pack.digest(), 0L)));
            if (after.isPresent() && after.get().equals(pack.digest())) {
              views.clear();
            }
          }
          return new ResultList(submission.order().only(), views);
        });
  }

  void writePack(BagId bag, Digest pack, OutputStream sink) throws IOException {
    boolean known =
        mapErrors(
            () -> {
              return database.packs().accepted(bag).stream()
                  .anyMatch(one -> one.digest().equals(pack));
            });
    if (!known) {
      throw new ApiException(
          ApiException.Kind.NOT_FOUND,
          "Bag " + bag + " has no results " + pack + ".",
          "Look at the list of its results again.");
    }
    try (InputStream content = open(pack)) {
      content.transferTo(sink);
    }
  }
}
