package tender.cli.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tender.cli.client.response.BagResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Follows a bag by server-sent events, and reconnects to another server if needed. */
public final class BagEventStream {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String DATA = "data:";

  private final MarketClient client;

  public BagEventStream(MarketClient client) {
    this.client = client;
  }

  /**
   * Reports a bag whenever the server sends it, and occasionally when nothing has changed.
   *
   * @param first the known state, which is reported first
   * @return the bag when it meets the condition or has ended
   */
  public BagResponse followUntil(
      BagResponse first, Predicate<BagResponse> condition, Consumer<BagResponse> listener) {
    BagResponse bag = first;
    int unchanged = 0;
    while (true) {
      listener.accept(bag);
      if (bag.isEnded() || condition.test(bag)) {
        return bag;
      }
      BagResponse before = bag;
      try (InputStream in = client.openEvents(bag.id(), bag.version());
          var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        bag = read(lines, bag, condition, listener);
      } catch (IOException | JacksonException e) {
        // Connection lost; any other server can continue.
      }
      if (bag.version() == before.version()) {
        // Backs off, so that a server that closes every connection causes no busy loop.
        HttpTransport.backOff(unchanged++);
      } else {
        unchanged = 0;
      }
    }
  }

  /** Reads until the stream ends or the bag meets the condition; that bag is not yet reported. */
  private static BagResponse read(
      BufferedReader lines,
      BagResponse first,
      Predicate<BagResponse> condition,
      Consumer<BagResponse> listener)
      throws IOException {
    BagResponse bag = first;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(DATA)) {
        bag = MAPPER.readValue(line.substring(DATA.length()), BagResponse.class);
        if (bag.isEnded() || condition.test(bag)) {
          return bag;
        }
        listener.accept(bag);
      } else if (line.startsWith(":")) {
        listener.accept(bag);
      }
    }
    return bag;
  }
}
