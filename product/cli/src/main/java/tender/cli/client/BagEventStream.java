package tender.cli.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Follows a bag through server-sent events, from server to server if need be. */
public final class BagEventStream {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final String DATA = "data:";

  private final MarketClient market;

  public BagEventStream(MarketClient market) {
    this.market = market;
  }

  /**
   * Tells of a bag whenever the market does, and now and then when nothing has changed.
   *
   * @param first what is known already, which is told too
   * @return the bag as soon as it is as wanted, or has ended
   */
  public BagResponse followUntil(BagResponse first, Predicate<BagResponse> wanted, Consumer<BagResponse> told) {
    BagResponse bag = first;
    int silent = 0;
    while (true) {
      told.accept(bag);
      if (bag.isEnded() || wanted.test(bag)) {
        return bag;
      }
      BagResponse before = bag;
      try (InputStream in = market.openEvents(bag.id(), bag.version());
          var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
        bag = read(lines, bag, wanted, told);
      } catch (IOException | JacksonException e) {
        // Cut off; whoever answers next knows as much.
      }
      if (bag.version() == before.version()) {
        // Never a busy loop, even around a server that hangs up at once.
        HttpTransport.backOff(silent++);
      } else {
        silent = 0;
      }
    }
  }

  /** Reads until the stream ends or the bag is as wanted; the last bag is not told yet. */
  private static BagResponse read(
      BufferedReader lines, BagResponse first, Predicate<BagResponse> wanted, Consumer<BagResponse> told)
      throws IOException {
    BagResponse bag = first;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(DATA)) {
        bag = MAPPER.readValue(line.substring(DATA.length()), BagResponse.class);
        if (bag.isEnded() || wanted.test(bag)) {
          return bag;
        }
        told.accept(bag);
      } else if (line.startsWith(":")) {
        told.accept(bag);
      }
    }
    return bag;
  }
}
