package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.cli.bagfile.BagDraft;
import tender.cli.input.Printable;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrderJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The market, as far as its REST interface shows it. */
public final class MarketClient {
  private static final Pattern BAG_ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");

  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration LONGEST_TRANSFER = Duration.ofMinutes(15);
  private static final int MOST_DIGESTS = 10_000;
  private static final int MOST_TRIES = 3;

  private final HttpTransport transport;

  MarketClient(HttpTransport transport) {
    this.transport = transport;
  }

  private record Digests(List<String> digests) {}

  /** What is wished for when tasks are handed in again. */
  public record Requirements(
      @Nullable Instant deadline, @Nullable String budget, boolean ask, @Nullable String optimise) {
    public static Requirements of(
        Optional<Instant> deadline, Optional<BigDecimal> budget, boolean ask, String optimise) {
      return new Requirements(
          deadline.orElse(null), budget.map(BigDecimal::toPlainString).orElse(null), ask, optimise);
    }
  }

  private record Acceptance(Instant by, String price) {}

  /**
   * Hands in a bag.
   *
   * @param key the same for the same bag, however often it is sent
   * @param ask whether a quote is wanted before anything is promised
   * @param optimise cost or time, which matters with a budget
   */
  public BagResponse submit(String key, BagDraft draft, boolean ask, String optimise) {
    ObjectNode body = MAPPER.valueToTree(Requirements.of(draft.deadline(), draft.budget(), ask, optimise));
    draft
        .valuation()
        .ifPresent(
            credits -> body.put("mechanism", "auction").put("valuation", credits.toPlainString()));
    draft
        .share()
        .ifPresent(
            share -> {
              body.put("mechanism", "share");
              share
                  .perMinute()
                  .ifPresent(credits -> body.put("bidPerMinute", credits.toPlainString()));
            });
    body.set("work", MAPPER.readTree(WorkOrderJson.write(draft.order())));
    return post("/v1/bags", Optional.of(key), body, BagResponse.class);
  }

  public BagResponse retry(String key, String bag, Requirements wish) {
    return post(path(bag) + "/retry", Optional.of(key), wish, BagResponse.class);
  }

  public BagResponse bag(String bag) {
    return get(path(bag), BagResponse.class);
  }

  public BagResponse.Page bags(int limit) {
    return get("/v1/bags?limit=" + limit, BagResponse.Page.class);
  }

  public OffersResponse offers(String bag) {
    return get(path(bag) + "/offers", OffersResponse.class);
  }

  public BagResponse accept(String bag, BagResponse.Alternative taken) {
    Acceptance agreement = new Acceptance(taken.by(), taken.price());
    return post(path(bag) + "/agreement", Optional.empty(), agreement, BagResponse.class);
  }

  public BagResponse decline(String bag) {
    return post(path(bag) + "/decline", Optional.empty(), MAPPER.createObjectNode(), BagResponse.class);
  }

  public BagResponse cancel(String bag) {
    return post(path(bag) + "/cancel", Optional.empty(), MAPPER.createObjectNode(), BagResponse.class);
  }

  public ProvidersResponse providers() {
    return get("/v1/providers", ProvidersResponse.class);
  }

  public AccountResponse account(int limit, Optional<String> cursor) {
    String more = cursor.map(next -> "&cursor=" + next).orElse("");
    return get("/v1/account?limit=" + limit + more, AccountResponse.class);
  }

  public AuctionResponse auction(int limit) {
    return get("/v1/auction?limit=" + limit, AuctionResponse.class);
  }

  public ResultPacksResponse resultPacks(String bag, Optional<String> after) {
    String query = after.map(digest -> "?after=" + digest).orElse("");
    return get(path(bag) + "/results" + query, ResultPacksResponse.class);
  }

  /** Fetches a file of results, and sees that it is what its name says. */
  public void downloadPack(String bag, String pack, Path to) {
    for (int tried = 1; true; tried++) {
      try (InputStream in = open(path(bag) + "/results/" + pack, LONGEST_TRANSFER);
          OutputStream out = Files.newOutputStream(to)) {
        in.transferTo(out);
        out.flush();
        if (Digest.of(to).hex().equals(pack)) {
          return;
        }
        throw new IOException("what arrived is not what was sent");
      } catch (IOException e) {
        if (tried == MOST_TRIES) {
          throw new UncheckedIOException(
              "Fetching results failed: " + e.getMessage() + "\nTry again in a while.", e);
        }
        HttpTransport.backOff(tried);
      }
    }
  }

  /** What a task wrote, to be closed. */
  public InputStream openLog(String bag, int task, boolean stderr) {
    String stream = stderr ? "stderr" : "stdout";
    return open(path(bag) + "/tasks/" + task + "/log?stream=" + stream, LONGEST_TRANSFER);
  }

  /** Changes of a bag from a version on, to be closed. */
  InputStream openEvents(String bag, long since) {
    return transport.send(
        path(bag) + "/events?since=" + since,
        request -> request.header("Accept", "text/event-stream").timeout(LONGEST));
  }

  /** Which of these files must still be put there. */
  public List<Digest> missingBlobs(List<Digest> digests) {
    List<Digest> missing = new ArrayList<>();
    for (int from = 0; from < digests.size(); from += MOST_DIGESTS) {
      int until = Math.min(digests.size(), from + MOST_DIGESTS);
      Digests some = new Digests(digests.subList(from, until).stream().map(Digest::hex).toList());
      post("/v1/blobs/missing", Optional.empty(), some, Digests.class)
          .digests()
          .forEach(digest -> missing.add(new Digest(digest)));
    }
    return missing;
  }

  public void uploadBlob(Digest digest, Path file) {
    try (InputStream answer =
        transport.send(
            "/v1/blobs/" + digest,
            request -> request.timeout(LONGEST_TRANSFER).PUT(BodyPublishers.ofFile(file)))) {
      answer.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String path(String bag) {
    if (!BAG_ID.matcher(bag).matches()) {
      throw new IllegalArgumentException(
          "The bag's id is \""
              + Printable.of(bag)
              + "\", and an id has letters, digits and hyphens only.\nLook for it with: tender status");
    }
    return "/v1/bags/" + bag;
  }

  private InputStream open(String path, Duration longest) {
    return transport.send(path, request -> request.timeout(longest));
  }

  private <T> T get(String path, Class<T> type) {
    return read(open(path, LONGEST), type);
  }

  private <T> T post(String path, Optional<String> key, Object body, Class<T> type) {
    byte[] json =
        MAPPER.writeValueAsBytes(body instanceof JsonNode node ? node : MAPPER.valueToTree(body));
    InputStream answer =
        transport.send(
            path,
            request -> {
              key.ifPresent(text -> request.header("Idempotency-Key", text));
              return request
                  .timeout(LONGEST)
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofByteArray(json));
            });
    return read(answer, type);
  }

  private static <T> T read(InputStream answer, Class<T> type) {
    try (answer) {
      return MAPPER.readValue(answer, type);
    } catch (IOException e) {
      throw new UncheckedIOException("The answer broke off: " + e.getMessage(), e);
    }
  }
}
