package tender.agent.provider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tender.agent.batch.LocalJob;
import tender.agent.batch.Queue;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.work.CoreJson;
import tender.work.WholeFile;

/**
 * What the cluster's owner wants at present, and what is noted for her. What she wants outlives the
 * process. All of it happens on the thread that decides.
 */
final class Owner {
  private final Path file;
  private final Books books;
  private final Past past = new Past();
  private Giving giving = Giving.ALL;

  Owner(Path state) throws IOException {
    file = state.resolve("giving.json");
    if (Files.exists(file)) {
      giving = CoreJson.read(Giving.class, Files.readString(file));
    }
    books = new Books(state.resolve("books.json"));
  }

  Giving giving() {
    return giving;
  }

  void give(Giving wanted) {
    WholeFile.replace(file, CoreJson.write(Giving.class, wanted));
    giving = wanted;
  }

  void said(Message.ToMetascheduler message, long nowMillis) {
    books.said(message, nowMillis);
  }

  void forget(List<ReservationId> ids) {
    books.forget(ids);
  }

  /** Notes who has the processors, and writes down what has come together. */
  void seen(Queue queue, int bagProcessors, long nowMillis) {
    past.add(sample(queue, bagProcessors, nowMillis));
    books.store();
  }

  static ClusterView.Sample sample(Queue queue, int bagProcessors, long nowMillis) {
    int local =
        queue.local().stream().filter(LocalJob::running).mapToInt(LocalJob::processors).sum();
    return new ClusterView.Sample(nowMillis, local, bagProcessors);
  }

  Past past() {
    return past;
  }

  Books books() {
    return books;
  }
}
