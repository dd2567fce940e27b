package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.server.MarketAdministration;
import tender.server.model.UserId;
import tools.jackson.databind.JsonNode;

/** A host with one processor, which the bags of two users share by their bids. */
@Timeout(300)
@Tag("live")
class HostLiveTest {
  private static final String SERVER = "reply_timeout_seconds: 3\nstatus_check_seconds: 3";
  private static final String HOST =
      """
      batch_system: host
      offer_valid_seconds: 2
      lease_seconds: 3
      host:
        task_user: nobody
        cpus: [0]
        min_bid_per_minute: 1
        max_bid_per_minute: 99
        charge_interval_seconds: 1
        cpu_weight: 5000
        cgroup: live-%d
        surcharge_percent: 20
      """
          .formatted(ProcessHandle.current().pid());

  /** How long the two bags are compared. */
  private static final int SECONDS = 30;

  private static final long BUDGET = 500;

  private static final Pattern TIMES = Pattern.compile("(\\d+)m([\\d.]+)s (\\d+)m([\\d.]+)s");

  private static void atHost(String name, LiveMarket.TestBody body) throws Exception {
    LiveMarket.with(
        name,
        "",
        market -> {
          Path seen = Files.createDirectories(market.folder().resolve("seen"));
          Files.setPosixFilePermissions(seen, PosixFilePermissions.fromString("rwxrwxrwx"));
          market.startServers(1, SERVER);
          market.enrol("host", HOST);
          market.startAgent("host");
          market.awaitConnected(1);
          body.run(market);
        });
  }

  /** The example of the paper. */
  @Test
  void bidsOf10And6GetSharesOf5And3Eighths() throws Exception {
    atHost(
        "host-shares",
        market -> {
          long from = Instant.now().getEpochSecond() + 25;
          String ten =
              submit(
                  market,
                  market.client(),
                  request("ann", spin(market, "ten", from), 1, SECONDS, 600, 10));
          RestClient bob = market.addUser("bob");
          String six =
              submit(market, bob, request("bob", spin(market, "six", from), 1, SECONDS, 600, 6));
          awaitDone(market, market.client(), ten);
          awaitDone(market, bob, six);
          double usedByTen = used(market, "ten");
          double usedBySix = used(market, "six");
          double part = usedByTen / (usedByTen + usedBySix);
          market.note(
              "in %d s, a bid of 10 got %.2f s and one of 6 %.2f s: %.2f %% and %.2f %%"
                  .formatted(SECONDS, usedByTen, usedBySix, 100 * part, 100 - 100 * part));
          assertThat(part).isCloseTo(0.625, within(0.05 * 0.625));
          // Charged per minute while both ran, and a little for the time before.
          assertThat(paid(market, ten)).isBetween(SECONDS * 10_000L / 60 - 500, SECONDS * 250L);
          assertThat(paid(market, six)).isBetween(SECONDS * 6_000L / 60 - 500, SECONDS * 150L);
          JsonNode shares = market.client().get("/v1/shares").path("shares");
          assertThat(shares.size()).as("only the user's own shares").isEqualTo(1);
          assertThat(shares.get(0).path("bag").asString()).isEqualTo(ten);
          assertThat(shares.get(0).path("bidPerMinute").asString()).isEqualTo("10");
          assertThat(Math.round(shares.get(0).path("paid").asDouble() * 1_000))
              .isEqualTo(paid(market, ten));
          assertThat(shares.get(0).path("ended").isNull()).isFalse();
        });
  }

  private static void awaitDone(LiveMarket market, RestClient user, String bag) throws Exception {
    String path = "/v1/bags/" + bag;
    market.await(
        bag + " is done",
        Duration.ofSeconds(150),
        () -> user.get(path).path("state").asString().equals("done"));
    assertThat(user.get(path).path("breach").isNull()).as("kept its promise").isTrue();
  }

  /** Waits for an instant, spins, and writes how much CPU time it got. */
  private static String spin(LiveMarket market, String name, long fromSeconds) {
    return ("until [ $(date +%%s) -ge %d ]; do sleep 0.05; done;"
            + " (timeout %d sh -c 'while :; do :; done'; times >%s)")
        .formatted(fromSeconds, SECONDS, market.folder().resolve("seen").resolve(name));
  }

  private static double used(LiveMarket market, String name) throws Exception {
    List<String> lines = Files.readAllLines(market.folder().resolve("seen").resolve(name));
    Matcher children = TIMES.matcher(lines.get(1));
    assertThat(children.matches()).as("output of times: %s", lines).isTrue();
    return 60 * Double.parseDouble(children.group(1))
        + Double.parseDouble(children.group(2))
        + 60 * Double.parseDouble(children.group(3))
        + Double.parseDouble(children.group(4));
  }

  @Test
  void urgentBagOvertakesPatientBag() throws Exception {
    atHost(
        "host-hurry",
        market -> {
          String patient = submit(market, market.client(), request("ann", burn(5), 8, 6, 600, 0));
          market.awaitState(patient, Duration.ofSeconds(30), "running");
          market.await(
              "the patient bag has bid",
              Duration.ofSeconds(60),
              () -> history(market.client(), patient).contains("\"bid-changed\""));
          RestClient bob = market.addUser("bob");
          String urgent = submit(market, bob, request("bob", burn(5), 4, 6, 60, 0));
          awaitDone(market, bob, urgent);
          assertThat(market.bag(patient).path("state").asString()).isEqualTo("running");
          awaitDone(market, market.client(), patient);
          market.note("history: " + history(market.client(), patient));
          assertThat(paid(market, patient)).isPositive();
          assertThat(paid(market, urgent)).isPositive();
        });
  }

  /** The home user and the foreign user bid the same, one after the other, for the same work. */
  @Test
  void foreignUserPaysSurcharge() throws Exception {
    atHost(
        "host-surcharge",
        market -> {
          RestClient bob = market.addUser("bob");
          List<OrganisationId> physics = List.of(new OrganisationId("physics"));
          MarketAdministration.setOrganisations(market.serverFile(), new UserId("ann"), physics);
          MarketAdministration.setOrganisations(
              market.serverFile(), new ProviderId("host"), physics);
          // Servers read the organisations of providers every second.
          Thread.sleep(3_000);
          String home = submit(market, market.client(), request("ann", burn(40), 1, 48, 600, 10));
          awaitDone(market, market.client(), home);
          String foreign = submit(market, bob, request("bob", burn(40), 1, 48, 600, 10));
          awaitDone(market, bob, foreign);
          long homePaid = paid(market, home);
          long foreignPaid = paid(market, foreign);
          long surcharge = market.database().surcharge(foreign);
          market.note(
              "paid %d by a user of the host's organisation, %d by another, of which %d are surcharge"
                  .formatted(homePaid, foreignPaid, surcharge));
          assertThat(market.database().surcharge(home)).isZero();
          assertThat(new Money(foreignPaid - surcharge).withSurcharge(20))
              .isEqualTo(new Money(foreignPaid));
          // Both use the same processor time. What a task uses before it has a share is not
          // charged: up to two intervals of one second, more on a busy machine, so the tasks are
          // long.
          assertThat(foreignPaid / (double) homePaid).isCloseTo(1.2, within(0.12));
          assertThat(history(bob, foreign)).contains("\"surchargePerTask\":\"");
          assertThat(bob.text("/v1/account")).contains("\"surcharge\":\"");
        });
  }

  /** The only host belongs to another organisation, and is called after half of the time. */
  @Test
  void localBagUsesOtherOrganisationsInSecondHalfOfItsTime() throws Exception {
    atHost(
        "host-local-domain",
        market -> {
          MarketAdministration.setOrganisations(
              market.serverFile(), new UserId("ann"), List.of(new OrganisationId("physics")));
          MarketAdministration.setOrganisations(
              market.serverFile(), new ProviderId("host"), List.of(new OrganisationId("biology")));
          // Servers read the organisations of providers every second.
          Thread.sleep(3_000);
          Map<String, Object> local = request("ann", burn(3), 1, 6, 80, 10);
          local.put("domain", "local");
          String bag = submit(market, market.client(), local);
          Thread.sleep(30_000);
          assertThat(market.bag(bag).path("promise").isNull()).as("waits for its own").isTrue();
          awaitDone(market, market.client(), bag);
          market.note("history: " + history(market.client(), bag));
          assertThat(market.database().surcharge(bag)).isPositive();
        });
  }

  /** Uses this many seconds of CPU time. */
  private static String burn(int seconds) {
    return "(ulimit -t " + seconds + "; while :; do :; done); exit 0";
  }

  private static String history(RestClient user, String bag) throws InterruptedException {
    return user.text("/v1/bags/" + bag + "/offers");
  }

  /**
   * The request of a bag that bids.
   *
   * @param perMinute a constant bid in credits; 0: as the deadline requires
   */
  private static Map<String, Object> request(
      String name,
      String command,
      int tasks,
      int runtimeSeconds,
      int deadlineSeconds,
      int perMinute) {
    Map<String, Object> work = TestWork.of(command, tasks, Duration.ofSeconds(runtimeSeconds));
    work.put("name", name);
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("work", work);
    request.put("deadline", Instant.now().plusSeconds(deadlineSeconds).toString());
    request.put("mechanism", "share");
    request.put("budget", String.valueOf(BUDGET));
    if (perMinute > 0) {
      request.put("bidPerMinute", String.valueOf(perMinute));
    }
    return request;
  }

  private static String submit(LiveMarket market, RestClient user, Map<String, Object> request)
      throws InterruptedException {
    String name = ((Map<?, ?>) request.get("work")).get("name").toString();
    String bag = user.post("/v1/bags", name, request).path("id").asString();
    market.note("submitted " + name + "'s bag " + bag);
    return bag;
  }

  /** The amount paid for a bag that is done; the rest of the hold must be released. */
  private static long paid(LiveMarket market, String bag) throws Exception {
    DatabaseReader database = market.database();
    long paid = database.paid(bag);
    market.note("%d thousandths of a credit were paid for %s".formatted(paid, bag));
    assertThat(database.held(bag)).isEqualTo(BUDGET * 1_000);
    assertThat(database.released(bag)).isEqualTo(BUDGET * 1_000 - paid);
    return paid;
  }
}
