package tender.agent.owner;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import tender.codec.StoredJson;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.TaskSet;

/**
 * Everything that the agent sends to the market, for the cluster's owner to read: one line per
 * message, with time and JSON. A full file is renamed, and the oldest one is deleted, while the
 * agent runs.
 */
public final class DisclosureLog implements AutoCloseable {
  static final String FILE_NAME = "disclosures.log";

  private final Path file;
  private final LogRotation rotation;
  private final Clock clock;
  private OutputStream out;
  private long bytes;

  /** Continues the log in the agent's state folder. */
  public static DisclosureLog open(Path state, LogRotation rotation, Clock clock)
      throws IOException {
    return new DisclosureLog(state.resolve(FILE_NAME), rotation, clock);
  }

  DisclosureLog(Path file, LogRotation rotation, Clock clock) throws IOException {
    this.file = file;
    this.rotation = rotation;
    this.clock = clock;
    out = open();
    bytes = Files.size(file);
  }

  private OutputStream open() throws IOException {
    return Files.newOutputStream(
        file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
  }

  public void sent(Message.ToMetascheduler message) {
    write(StoredJson.write(Message.ToMetascheduler.class, message));
  }

  /** The agent published changed slots to the auction. */
  public void published(Message.SlotsPublished published) {
    write(StoredJson.write(Message.class, published));
  }

  /** The agent delivered result files of a user's bag. */
  public void delivered(ReservationId id, String user, TaskSet tasks, long bytes) {
    write(
        StoredJson.write(
            DeliveredFiles.class, new DeliveredFiles("result-files", id, tasks, bytes, user)));
  }

  /** The agent began to send a kept output to a user that requested it. */
  public void sending(ReservationId id, int taskIndex, String path, long bytes) {
    write(
        StoredJson.write(
            SentKeptOutput.class, new SentKeptOutput("kept-output", id, taskIndex, path, bytes)));
  }

  /** The agent sent a large output to the market's object store. */
  public void stored(ReservationId id, int taskIndex, String path, long bytes) {
    write(
        StoredJson.write(
            SentKeptOutput.class, new SentKeptOutput("stored-output", id, taskIndex, path, bytes)));
  }

  /** The agent reported failed attempts, with the end of the error output of the latest ones. */
  public void reported(Message.AttemptsFailed report) {
    write(
        StoredJson.write(
            ReportedFailures.class,
            new ReportedFailures(
                "failed-attempts", report.id(), report.attempts(), report.tasks())));
  }

  /** The following offers are based on an estimate of the agent. */
  public void estimated(CallId call, String source) {
    write(StoredJson.write(EstimateUsed.class, new EstimateUsed("estimate", call, source)));
  }

  private record EstimateUsed(String kind, CallId call, String source) {}

  private record ReportedFailures(String kind, ReservationId id, int attempts, TaskSet tasks) {}

  private record SentKeptOutput(
      String kind, ReservationId id, int taskIndex, String path, long bytes) {}

  private record DeliveredFiles(
      String kind, ReservationId id, TaskSet tasks, long bytes, String user) {}

  private synchronized void write(String json) {
    byte[] line =
        (clock.instant().truncatedTo(ChronoUnit.MILLIS) + " " + json + "\n")
            .getBytes(StandardCharsets.UTF_8);
    try {
      if (bytes > 0 && bytes + line.length > rotation.maxBytes()) {
        startNewFile();
      }
      out.write(line);
      bytes += line.length;
    } catch (IOException e) {
      // A message that cannot be logged must not be sent.
      throw new UncheckedIOException("Cannot write the disclosure log.", e);
    }
  }

  /** The full file is closed last: if the new one cannot be opened, it is still written to. */
  private void startNewFile() throws IOException {
    rotation.rotate(file);
    OutputStream full = out;
    out = open();
    bytes = 0;
    full.close();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
