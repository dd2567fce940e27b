package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Webhooks and mails of a market with two servers: the receiver is killed and comes back, and the
 * servers are killed three times, twice while they wait for its answer.
 */
@Timeout(600)
@Tag("live")
@Tag("concurrent")
class NotificationsLiveTest {
  private static final List<String> EVENTS = List.of("promised", "tasks-failed", "done");
  private static final Duration ARRIVAL = Duration.ofSeconds(60);
  private static final String FIGURES = "tender.integrations.figures";

  private final Map<String, Object> figures = new LinkedHashMap<>();

  @Test
  void notificationsSurviveKillsOfReceiverAndServers() throws Exception {
    LiveMarket.with("notifications", List.of("--no-ca", "--processors", "4"), this::run);
    String folder = System.getProperty(FIGURES);
    if (folder != null) {
      Files.writeString(
          Path.of(folder).resolve("notifications.json"),
          JsonMapper.shared().writeValueAsString(figures) + "\n");
    }
  }

  private void run(LiveMarket market) throws Exception {
    try (MailServer mail = new MailServer(market.folder());
        WebhookReceiver receiver = new WebhookReceiver()) {
      market.startServers(
          2,
          """
          reply_timeout_seconds: 2
          notifications:
            webhook_networks: [127.0.0.1/32]
            smtp: {host: 127.0.0.1, port: %d, security: none, from: tender@example.org}
          """
              .formatted(mail.port()));
      market.startAgents("");
      String secret =
          tender(market, "notify", "webhook", "chat", receiver.url(), "-o", "json")
              .get("secret")
              .asString();
      addAddress(market, mail);

      receiver.kill();
      final long beganNanos = System.nanoTime();
      String bag =
          market
              .submit(
                  "exit $((TENDER_TASK_ID % 2))", 4, Duration.ofSeconds(2), Duration.ofMinutes(5))
              .get("id")
              .asString();
      killServers(market, receiver);
      market.awaitState(bag, Duration.ofMinutes(2), "done");
      market.await(
          "all events have arrived",
          ARRIVAL,
          () -> arrived(receiver.answered(), bag).size() == EVENTS.size());
      figures.put("webhookSeconds", (System.nanoTime() - beganNanos) / 1e9);
      checkWebhooks(market, receiver, secret, bag);
      checkMails(market, mail, bag);
      checkDeliveries(market);
      market.note("figures: " + figures);
    }
  }

  private static JsonNode tender(LiveMarket market, String... arguments) throws Exception {
    TenderProcess.Output output =
        TenderProcess.run(market.folder(), market.environment(), List.of(arguments));
    assertThat(output.exitCode()).as(output.err()).isZero();
    return output.out().isBlank()
        ? JsonMapper.shared().createObjectNode()
        : JsonMapper.shared().readTree(output.out());
  }

  private static void addAddress(LiveMarket market, MailServer mail) throws Exception {
    tender(market, "notify", "email", "work", "ann@example.org", "-o", "json");
    market.await("the code has arrived", ARRIVAL, () -> !mail.mails().isEmpty());
    Matcher code =
        Pattern.compile("tender notify confirm work (\\w+)").matcher(mail.mails().getFirst());
    assertThat(code.find()).isTrue();
    tender(market, "notify", "confirm", "work", code.group(1));
  }

  /** The first kill is before anything could be sent, the others while a request is answered. */
  private void killServers(LiveMarket market, WebhookReceiver receiver) throws Exception {
    market.await("an event waits", ARRIVAL, () -> market.database().waitingNotifications() > 0);
    restart(market);
    receiver.setAnswers(false);
    receiver.start();
    market.note("started the receiver, which does not answer");
    for (int kill = 0; kill < 2; kill++) {
      assertThat(receiver.awaitArrival(ARRIVAL.toSeconds())).isTrue();
      restart(market);
    }
    receiver.setAnswers(true);
    figures.put("serverKills", 3);
  }

  private static void restart(LiveMarket market) throws Exception {
    for (int server = 0; server < 2; server++) {
      market.kill("server" + server);
    }
    for (int server = 0; server < 2; server++) {
      market.startServer(server);
    }
    market.await("a server answers", Duration.ofMinutes(3), () -> answers(market));
  }

  private static boolean answers(LiveMarket market) throws InterruptedException {
    try {
      return market.client().get("/health").has("status");
    } catch (AssertionError e) {
      // It has tried for some seconds.
      return false;
    }
  }

  /** The ids by the events that arrived. */
  private static Map<String, Set<String>> arrived(
      List<WebhookReceiver.Request> requests, String bag) {
    Map<String, Set<String>> arrived = new TreeMap<>();
    for (WebhookReceiver.Request request : requests) {
      JsonNode body = JsonMapper.shared().readTree(request.body());
      if (body.at("/data/bag").asString().equals(bag)) {
        arrived
            .computeIfAbsent(body.get("type").asString(), key -> new TreeSet<>())
            .add(request.id());
      }
    }
    return arrived;
  }

  private void checkWebhooks(LiveMarket market, WebhookReceiver receiver, String secret, String bag)
      throws Exception {
    Map<String, Set<String>> arrived = arrived(receiver.answered(), bag);
    assertThat(arrived.keySet()).containsExactlyInAnyOrderElementsOf(EVENTS);
    assertThat(arrived.values()).allMatch(ids -> ids.size() == 1);
    assertThat(arrived(receiver.received(), bag).values()).allMatch(ids -> ids.size() == 1);
    for (WebhookReceiver.Request request : receiver.received()) {
      assertThat(verifies(market, "python", secret, request)).as(request.body()).isTrue();
      assertThat(verifies(market, "bash", secret, request)).as(request.body()).isTrue();
    }
    WebhookReceiver.Request first = receiver.received().getFirst();
    WebhookReceiver.Request changed =
        new WebhookReceiver.Request(
            first.id(), first.timestamp(), first.signature(), first.body() + " ");
    assertThat(verifies(market, "python", secret, changed)).isFalse();
    assertThat(verifies(market, "bash", secret, changed)).isFalse();
    figures.put("events", EVENTS.size());
    figures.put("requests", receiver.received().size());
    figures.put("unansweredRequests", receiver.received().size() - receiver.answered().size());
  }

  /** Runs the example of the documentation. */
  private static boolean verifies(
      LiveMarket market, String language, String secret, WebhookReceiver.Request request)
      throws Exception {
    Path body = Files.writeString(market.folder().resolve("body"), request.body());
    Path script =
        Files.writeString(market.folder().resolve("verify." + language), script(language));
    Process process =
        new ProcessBuilder(
                language.equals("python") ? "/usr/bin/python3" : "bash",
                script.toString(),
                secret,
                request.id(),
                request.timestamp(),
                request.signature(),
                body.toString())
            .redirectErrorStream(true)
            .redirectOutput(market.folder().resolve("verify.log").toFile())
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(market.folder().resolve("verify.log")).isEmptyFile();
    return process.exitValue() == 0;
  }

  private static String script(String language) throws Exception {
    String page = Files.readString(Path.of("..", "..", "docs", "use", "notifications.md"));
    Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(block.find()).isTrue();
    return block.group(1)
        + (language.equals("python")
            ? """

            secret, id, timestamp, signature, body = sys.argv[1:]
            headers = {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}
            sys.exit(0 if verify(secret, headers, open(body, "rb").read()) else 1)
            """
            : "\nverify \"$@\"\n");
  }

  /** All events of the bag are in mails, of which there is one a minute. */
  private void checkMails(LiveMarket market, MailServer mail, String bag) throws Exception {
    market.await(
        "all events are in mails",
        Duration.ofSeconds(90),
        () -> mailedEvents(mail).size() == EVENTS.size());
    List<String> mails = mail.mails().stream().filter(text -> text.contains(bag)).toList();
    assertThat(mails)
        .allMatch(text -> text.contains("To: ann@example.org"))
        .allMatch(text -> text.contains("Auto-Submitted: auto-generated"));
    figures.put("mails", mails.size());
  }

  private static Set<String> mailedEvents(MailServer mail) throws Exception {
    Set<String> events = new TreeSet<>();
    for (String text : mail.mails()) {
      if (!text.contains("notify confirm")) {
        Pattern.compile("X-Tender-Event: (\\S+)")
            .matcher(text)
            .results()
            .forEach(found -> events.add(found.group(1)));
      }
    }
    return events;
  }

  private void checkDeliveries(LiveMarket market) throws Exception {
    JsonNode channels = tender(market, "notify", "list", "-o", "json").get("channels");
    assertThat(channels.values().stream().map(one -> one.get("waiting").asInt())).containsOnly(0);
    List<String> states = new ArrayList<>();
    for (String name : List.of("chat", "work")) {
      tender(market, "notify", "deliveries", name, "-o", "json")
          .get("deliveries")
          .forEach(one -> states.add(one.get("state").asString()));
    }
    assertThat(states).containsOnly("delivered").hasSize(2 * EVENTS.size() + 1);
    figures.put("deliveries", states.size());
    assertThat(Stream.of("server0", "server1").map(name -> log(market, name)))
        .noneMatch(text -> text.contains("\"level\":\"ERROR\"") || text.contains(" ERROR "));
  }

  private static String log(LiveMarket market, String name) {
    try {
      return market.log(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
