package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;
import tender.bagfile.reader.BagDraft;
import tender.bagfile.reader.SubmissionJson;
import tender.cli.client.response.AccessTokensResponse;
import tender.cli.client.response.AccountResponse;
import tender.cli.client.response.AuctionResponse;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.DeletionResponse;
import tender.cli.client.response.HoldResponse;
import tender.cli.client.response.OffersResponse;
import tender.cli.client.response.ProvidersResponse;
import tender.cli.client.response.ResultPacksResponse;
import tender.cli.client.response.StatsResponse;
import tender.support.input.Printable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The client of the server's REST interface. */
public final class MarketClient {
  private static final Pattern BAG_ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);
  private static final Duration TRANSFER_TIMEOUT = Duration.ofMinutes(15);

  /** A larger file may take longer to upload, if it is at least this fast. */
  private static final long SLOWEST_BYTES_PER_SECOND = 1 << 20;

  private static final int MAX_DIGESTS = 10_000;
  private static final int MAX_TRIES = 3;
  private static final int NOT_FOUND = 404;

  private final HttpTransport transport;

  MarketClient(HttpTransport transport) {
    this.transport = transport;
  }

  /**
   * A client of these servers.
   *
   * @param notice receives messages for the waiting user
   */
  public static MarketClient of(ConnectionSettings connection, Consumer<String> notice) {
    return new MarketClient(new HttpTransport(connection, notice));
  }

  private record Digests(List<String> digests) {}

  /** Earlier versions of the server name only the digests. */
  private record MissingDigests(
      List<String> digests,
      @Nullable Long maxFileBytes,
      @Nullable Boolean directUploads,
      @Nullable Boolean smallFiles,
      @Nullable Boolean inputPacks) {}

  /** The user's requirements for a bag. */
  public record Requirements(
      @Nullable Instant deadline,
      @Nullable String budget,
      boolean quoteFirst,
      @Nullable String optimise,
      @Nullable String project) {}

  private record Acceptance(Instant by, String price) {}

  /**
   * Submits a bag.
   *
   * @param key the idempotency key, the same for every attempt to send the bag
   * @param quoteFirst whether the server quotes and waits for acceptance before it promises
   * @param optimise cost or time; relevant only with a budget
   */
  public BagResponse submit(String key, BagDraft draft, boolean quoteFirst, String optimise) {
    ObjectNode body = SubmissionJson.of(draft);
    body.put("quoteFirst", quoteFirst);
    body.put("optimise", optimise);
    return post("/v1/bags", Optional.of(key), body, BagResponse.class);
  }

  /**
   * Asks for offers of several sizes, or for capacity that is held, for another market.
   *
   * @param key by which the other market finds the bag again
   * @param quoteFirst whether to ask for offers only
   */
  public HoldResponse requestHold(
      String key, WorkOrder order, Instant deadline, Optional<String> budget, boolean quoteFirst) {
    ObjectNode body = holdBody(order);
    body.put("deadline", deadline.toString());
    body.put("quoteFirst", quoteFirst);
    budget.ifPresent(price -> body.put("budget", price));
    return post("/v1/holds", Optional.of(key), body, HoldResponse.class);
  }

  /** What was requested with a key. */
  public HoldResponse hold(String key) {
    return get(holdPath(key), HoldResponse.class);
  }

  /** Commits to the capacity that is held. */
  public HoldResponse commitHold(String key, WorkOrder order) {
    return post(holdPath(key) + "/commit", Optional.empty(), holdBody(order), HoldResponse.class);
  }

  private static ObjectNode holdBody(WorkOrder order) {
    ObjectNode body = MAPPER.createObjectNode();
    body.set("work", MAPPER.readTree(WorkOrderJson.write(order)));
    return body;
  }

  private static String holdPath(String key) {
    return "/v1/holds/" + URLEncoder.encode(key, StandardCharsets.UTF_8);
  }

  public BagResponse retry(String key, String bag, Requirements requirements) {
    return post(path(bag) + "/retry", Optional.of(key), requirements, BagResponse.class);
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

  public StatsResponse stats(String bag) {
    return get(path(bag) + "/stats", StatsResponse.class);
  }

  public BagResponse accept(String bag, BagResponse.Alternative accepted) {
    var body = new Acceptance(accepted.by(), accepted.price());
    return post(path(bag) + "/accept", Optional.empty(), body, BagResponse.class);
  }

  public BagResponse decline(String bag) {
    return postEmpty(path(bag) + "/decline");
  }

  public BagResponse cancel(String bag) {
    return postEmpty(path(bag) + "/cancel");
  }

  public DeletionResponse delete(String bag) {
    return DeletionResponse.read(bag, deleteAt(path(bag)));
  }

  private byte[] deleteAt(String path) {
    try (InputStream answer =
        transport.send(path, request -> request.timeout(REQUEST_TIMEOUT).DELETE())) {
      return answer.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("The response was cut off: " + e.getMessage(), e);
    }
  }

  public ProvidersResponse providers() {
    return get("/v1/providers", ProvidersResponse.class);
  }

  public AccountResponse account(int limit, Optional<String> cursor) {
    String more = cursor.map(next -> "&cursor=" + next).orElse("");
    return get("/v1/account?limit=" + limit + more, AccountResponse.class);
  }

  /** The user's access tokens, without their secrets. */
  public AccessTokensResponse tokens() {
    return get("/v1/tokens", AccessTokensResponse.class);
  }

  private record NewToken(String name, String scope, @Nullable String expires) {}

  private record CreatedToken(String token) {}

  /** Creates an access token, and returns it. */
  public String createToken(String name, String scope, Optional<Instant> expires) {
    NewToken body = new NewToken(name, scope, expires.map(Instant::toString).orElse(null));
    return post("/v1/tokens", Optional.empty(), body, CreatedToken.class).token();
  }

  public void revokeToken(String name) {
    var _ = deleteAt("/v1/tokens/" + URLEncoder.encode(name, StandardCharsets.UTF_8));
  }

  public AuctionResponse auction(int limit) {
    return get("/v1/auction?limit=" + limit, AuctionResponse.class);
  }

  public ResultPacksResponse resultPacks(String bag, Optional<String> after) {
    String query = after.map(digest -> "?after=" + digest).orElse("");
    return get(path(bag) + "/results" + query, ResultPacksResponse.class);
  }

  /** The work order with which a bag was submitted. */
  public WorkOrder workOrder(String bag) {
    try (InputStream work = open(path(bag) + "/work", REQUEST_TIMEOUT)) {
      return WorkOrderJson.read(work.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("The response was cut off: " + e.getMessage(), e);
    }
  }

  /** Downloads a result pack and checks its digest. */
  public void downloadPack(String bag, String pack, Path to) {
    for (int tried = 1; true; tried++) {
      try (InputStream in = open(path(bag) + "/results/" + pack, TRANSFER_TIMEOUT);
          OutputStream out = Files.newOutputStream(to)) {
        in.transferTo(out);
        out.flush();
        if (Digest.of(to).hex().equals(pack)) {
          return;
        }
        throw new IOException("the digest does not match");
      } catch (IOException e) {
        if (tried == MAX_TRIES) {
          throw new UncheckedIOException(
              "Fetching results failed: " + e.getMessage() + "\nRetry later.", e);
        }
        HttpTransport.backOff(tried);
      }
    }
  }

  /** The output of a task; the caller closes it. */
  public InputStream openLog(String bag, int task, boolean stderr) {
    String stream = stderr ? "stderr" : "stdout";
    return open(path(bag) + "/tasks/" + task + "/log?stream=" + stream, TRANSFER_TIMEOUT);
  }

  /** An output that a provider keeps, because it was too large; the caller closes it. */
  public InputStream openKeptOutput(String bag, int task, String path) {
    String query = URLEncoder.encode(path, StandardCharsets.UTF_8);
    return open(path(bag) + "/tasks/" + task + "/kept?path=" + query, TRANSFER_TIMEOUT);
  }

  /** Large outputs that are in the object store; none if the server is of an earlier version. */
  public OutputsResponse outputs(String bag, Optional<String> cursor) {
    String query =
        cursor.map(text -> "?cursor=" + URLEncoder.encode(text, StandardCharsets.UTF_8)).orElse("");
    try {
      return get(path(bag) + "/outputs" + query, OutputsResponse.class);
    } catch (RequestRefusedException e) {
      if (e.status() == NOT_FOUND) {
        return new OutputsResponse(List.of(), null);
      }
      throw e;
    }
  }

  private record OutputUrl(String url) {}

  /** Where a large output is read, for some minutes. */
  URI outputUrl(String bag, int task, String path) {
    String query = URLEncoder.encode(path, StandardCharsets.UTF_8);
    return URI.create(
        get(path(bag) + "/tasks/" + task + "/output?path=" + query, OutputUrl.class).url());
  }

  /** Reads large outputs. */
  public OutputDownloader downloader() {
    return new OutputDownloader(this, transport);
  }

  /**
   * The events of a bag since a version; the caller closes the stream. Outlasts the restart of a
   * server.
   */
  InputStream openEvents(String bag, long since) {
    return transport.send(
        path(bag) + "/events?since=" + since,
        request -> request.header("Accept", "text/event-stream").timeout(REQUEST_TIMEOUT),
        HttpTransport.MAX_OUTAGE);
  }

  /** The blobs that the server does not have yet. */
  public MissingBlobs missingBlobs(List<Digest> digests) {
    List<Digest> missing = new ArrayList<>();
    long maxFileBytes = InputFile.MAX_UPLOAD_BYTES;
    boolean directUploads = false;
    boolean smallFiles = false;
    boolean inputPacks = false;
    for (int from = 0; from < digests.size(); from += MAX_DIGESTS) {
      int until = Math.min(digests.size(), from + MAX_DIGESTS);
      Digests some = new Digests(digests.subList(from, until).stream().map(Digest::hex).toList());
      MissingDigests answer =
          post("/v1/blobs/missing", Optional.empty(), some, MissingDigests.class);
      answer.digests().forEach(digest -> missing.add(new Digest(digest)));
      maxFileBytes = Optional.ofNullable(answer.maxFileBytes()).orElse(maxFileBytes);
      directUploads = Boolean.TRUE.equals(answer.directUploads());
      smallFiles = Boolean.TRUE.equals(answer.smallFiles());
      inputPacks = Boolean.TRUE.equals(answer.inputPacks());
    }
    return new MissingBlobs(missing, maxFileBytes, directUploads, smallFiles, inputPacks);
  }

  /** Uploads files as this server requires it. */
  public FileUploader uploader(MissingBlobs answer) {
    return new FileUploader(this, transport, answer);
  }

  public void uploadBlob(Digest digest, Path file) {
    Duration timeout = TRANSFER_TIMEOUT.plusSeconds(size(file) / SLOWEST_BYTES_PER_SECOND);
    try (InputStream answer =
        transport.send(
            "/v1/blobs/" + digest,
            request -> request.timeout(timeout).PUT(BodyPublishers.ofFile(file)))) {
      answer.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException("Reading " + file + " failed: " + e.getMessage(), e);
    }
  }

  private static String path(String bag) {
    if (!BAG_ID.matcher(bag).matches()) {
      throw new IllegalArgumentException(
          "The bag's id is \"%s\", but an id has only letters, digits and hyphens.\nList your bags with: tender status"
              .formatted(Printable.of(bag)));
    }
    return "/v1/bags/" + bag;
  }

  private InputStream open(String path, Duration longest) {
    return transport.send(path, request -> request.timeout(longest));
  }

  private <T> T get(String path, Class<T> type) {
    return read(open(path, REQUEST_TIMEOUT), type);
  }

  private BagResponse postEmpty(String path) {
    return post(path, Optional.empty(), MAPPER.createObjectNode(), BagResponse.class);
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
                  .timeout(REQUEST_TIMEOUT)
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofByteArray(json));
            });
    return read(answer, type);
  }

  private static <T> T read(InputStream answer, Class<T> type) {
    try (answer) {
      return MAPPER.readValue(answer, type);
    } catch (IOException e) {
      throw new UncheckedIOException("The response was cut off: " + e.getMessage(), e);
    }
  }
}
