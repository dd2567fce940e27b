package tender.server.market;

import static tender.server.market.Guard.guarded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tender.core.model.BagId;
import tender.core.model.TaskSet;
import tender.server.market.view.DeskRefusal;
import tender.server.market.view.LogStream;
import tender.server.market.view.PackView;
import tender.server.market.view.ResultList;
import tender.server.store.Database;
import tender.server.store.Pack;
import tender.server.store.Submission;
import tender.work.Digest;
import tender.work.PackEntry;
import tender.work.ResultPack;
import tender.work.WorkOrder;

/** What tasks have left behind, for those to whom the bag belongs. */
final class ResultsDesk {
  private final Database database;

  ResultsDesk(Database database) {
    this.database = database;
  }

  void writeLog(Submission submission, int task, LogStream stream, OutputStream sink)
      throws IOException {
    BagId bag = submission.bag();
    int number = coreTask(submission.order(), task);
    Digest digest =
        guarded(() -> database.packs().find(bag, number))
            .orElseThrow(
                () ->
                    new DeskRefusal(
                        DeskRefusal.Kind.NOT_FOUND,
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

  static int coreTask(WorkOrder order, int task) {
    TaskSet numbers = order.only().orElse(TaskSet.first(order.taskList().tasks()));
    if (task < 0 || !numbers.contains(task)) {
      throw new DeskRefusal(
          DeskRefusal.Kind.NOT_FOUND,
          "The bag has no task " + task + ".",
          "Its tasks are " + numbers + ".");
    }
    return numbers.and(TaskSet.first(task)).size();
  }

  private InputStream open(Digest digest) {
    return guarded(() -> database.blobs().open(digest))
        .orElseThrow(
            () ->
                new DeskRefusal(
                    DeskRefusal.Kind.NOT_FOUND,
                    "The file " + digest + " is not here.",
                    "Look at the list of results again."));
  }

  ResultList list(Submission submission, Optional<Digest> after) {
    return guarded(
        () -> {
          List<Pack> packs = database.packs().counted(submission.bag());
          Map<Digest, Long> sizes =
              database.blobs().sizes(packs.stream().map(Pack::content).toList());
          List<PackView> views = new ArrayList<>();
          for (Pack pack : packs) {
            views.add(
                new PackView(pack.content(), pack.tasks(), sizes.getOrDefault(pack.content(), 0L)));
            if (after.isPresent() && after.get().equals(pack.content())) {
              views.clear();
            }
          }
          return new ResultList(submission.order().only(), views);
        });
  }

  void writePack(BagId bag, Digest pack, OutputStream sink) throws IOException {
    boolean known =
        guarded(
            () -> {
              return database.packs().counted(bag).stream()
                  .anyMatch(one -> one.content().equals(pack));
            });
    if (!known) {
      throw new DeskRefusal(
          DeskRefusal.Kind.NOT_FOUND,
          "Bag " + bag + " has no results " + pack + ".",
          "Look at the list of its results again.");
    }
    try (InputStream content = open(pack)) {
      content.transferTo(sink);
    }
  }
}
