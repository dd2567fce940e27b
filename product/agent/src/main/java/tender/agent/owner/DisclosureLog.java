package tender.agent.owner;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;
import tender.codec.StoredJson;

/**
 * Everything of meaning that leaves the site, a line each, for the cluster's owner to read: when,
 * and the message as JSON.
 */
public final class DisclosureLog implements AutoCloseable {
  private final BufferedWriter out;
  private final Clock clock;

  public DisclosureLog(Path file, Clock clock) throws IOException {
    this.clock = clock;
    out =
        Files.newBufferedWriter(
            file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
  }

  public void sent(Message.ToMetascheduler message) {
    write(StoredJson.write(Message.ToMetascheduler.class, message));
  }

  /** The auction was told something new. */
  public void published(Message.SlotsPublished published) {
    write(StoredJson.write(Message.class, published));
  }

  /** Files of results went out. */
  public void delivered(ReservationId id, TaskSet tasks, long bytes) {
    write(StoredJson.write(DeliveredFiles.class, new DeliveredFiles("ResultFiles", id, tasks, bytes)));
  }

  /** Offers that follow are made from what is known here of how long tasks take. */
  public void estimated(CallId call, String origin) {
    write(StoredJson.write(EstimateUsed.class, new EstimateUsed("Estimate", call, origin)));
  }

  private record EstimateUsed(String kind, CallId call, String by) {}

  private record DeliveredFiles(String kind, ReservationId id, TaskSet tasks, long bytes) {}

  private synchronized void write(String json) {
    try {
      out.write(clock.instant().truncatedTo(ChronoUnit.MILLIS) + " " + json + "\n");
      out.flush();
    } catch (IOException e) {
      // What cannot be written down must not leave.
      throw new UncheckedIOException("The disclosure log cannot be written.", e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
