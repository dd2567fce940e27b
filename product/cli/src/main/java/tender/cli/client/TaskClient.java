package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.PartsResponse;
import tender.cli.client.response.TaskCellsResponse;
import tender.cli.client.response.TaskResponse;
import tools.jackson.databind.json.JsonMapper;

/** Reads lists of bags and the states of their tasks from the server's REST interface. */
public final class TaskClient {
  /** The most cells of one answer. */
  public static final int MAX_CELLS = 20_000;

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);

  private final HttpTransport transport;

  private TaskClient(HttpTransport transport) {
    this.transport = transport;
  }

  /**
   * A client of these servers.
   *
   * @param notice receives messages for the waiting user
   */
  public static TaskClient of(ConnectionSettings connection, Consumer<String> notice) {
    return new TaskClient(new HttpTransport(connection, notice));
  }

  /** A page of the user's bags, newest first. */
  public BagResponse.Page bags(int limit, Optional<String> cursor) {
    String more = cursor.map(next -> "&cursor=" + encoded(next)).orElse("");
    return get("/v1/bags?limit=" + limit + more, BagResponse.Page.class);
  }

  /** The states of tasks from a position, a cell for each, as many as fit into an answer. */
  public TaskCellsResponse taskStates(String bag, int from, int tasks) {
    int until = Math.min(tasks, from + MAX_CELLS);
    return get(
        "/v1/bags/%s/tasks?from=%d&until=%d&cells=%d"
            .formatted(encoded(bag), from, until, MAX_CELLS),
        TaskCellsResponse.class);
  }

  /**
   * A task.
   *
   * @param index in the task list
   */
  public TaskResponse task(String bag, int index) {
    return get("/v1/bags/%s/tasks/%d".formatted(encoded(bag), index), TaskResponse.class);
  }

  public PartsResponse parts(String bag) {
    return get("/v1/bags/%s/parts".formatted(encoded(bag)), PartsResponse.class);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private <T> T get(String path, Class<T> type) {
    try (InputStream answer = transport.send(path, request -> request.timeout(REQUEST_TIMEOUT))) {
      return MAPPER.readValue(answer, type);
    } catch (IOException e) {
      throw new UncheckedIOException("The response was cut off: " + e.getMessage(), e);
    }
  }
}
