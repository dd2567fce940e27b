package tender.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;
import tender.core.estimate.DataVolume;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.resource.Misfit;
import tender.protocol.BagDescription;

/** The user of bag "ann-1" is ann; the market does not know the user of "unknown". */
class CallAdmissionTest {
  private final BlockingQueue<String> decisions = new LinkedBlockingQueue<>();
  private final Map<String, DataVolume> expected = new ConcurrentHashMap<>();

  private CallAdmission admission(UserRules rules) {
    return new CallAdmission(
        rules.isUnrestricted() ? Optional.empty() : Optional.of(rules::accepts),
        container -> container.registry().map(host -> "No registry."),
        needs ->
            needs.inputs().stream()
                .findFirst()
                .<Misfit>map(one -> new Misfit.MissingDataset(one.dataset()))
                .or(
                    () ->
                        needs
                            .results()
                            .map(results -> new Misfit.MissingResultFolder(results.folder()))),
        order -> new DataVolume(order.inputBytes(), order.resultOptions().expectedBytes()),
        (bag, volume) -> expected.put(bag.value(), volume),
        bag -> {
          if (bag.value().equals("unknown")) {
            throw new IllegalStateException("There is no such bag.");
          }
          return new BagDescription(order(bag), bag.value().replaceAll("-.*", ""));
        },
        message ->
            decisions.add(
                "accepted "
                    + (message instanceof Message.Call call
                        ? call.id().bag()
                        : message.getClass().getSimpleName())),
        (call, misfit) ->
            decisions.add(
                "declined "
                    + call.id().bag()
                    + misfit.map(found -> ": " + found.text()).orElse("")));
  }

  private static WorkOrder order(BagId bag) {
    String work =
        bag.value().endsWith("image")
            ? ", \"options\": {\"setup\": [], \"environment\": {}, \"outputsRequired\": false, \"stopAfterFailures\": 0, \"container\": {\"image\": \"a.org/b@sha256:%s\"}}"
                .formatted("0".repeat(64))
            : "";
    if (bag.value().endsWith("data")) {
      work = ", \"siteInputs\": [\"site:genomes/hg38\"]";
    }
    if (bag.value().endsWith("stay")) {
      work = ", \"results\": {\"expectedBytes\": 0, \"site\": \"site:scratch/a\"}";
    }
    if (bag.value().endsWith("results")) {
      work = ", \"results\": {\"expectedBytes\": 5000}";
    }
    return WorkOrderJson.read(
        ("{\"version\": 1, \"name\": \"a\", \"command\": \"true\", \"taskList\": {\"kind\": \"count\", \"tasks\": 1}, \"inputs\": [], \"outputs\": [], \"width\": 1, \"runtimeMillis\": 1, \"retries\": 0"
                + work
                + "}")
            .getBytes(StandardCharsets.UTF_8));
  }

  private String decide(UserRules rules, String bag) throws InterruptedException {
    admission(rules).accept(call(bag));
    return String.valueOf(decisions.poll(10, TimeUnit.SECONDS));
  }

  private static Message.Call call(String bag) {
    return new Message.Call(new CallId(new BagId(bag), 1), new Bag(1, 1, 1_000, 0, 60_000));
  }

  @Test
  void bagWhoseResultsCannotStayIsDeclined() throws Exception {
    assertThat(decide(UserRules.NONE, "ann-stay"))
        .isEqualTo("declined ann-stay: does not let results stay in scratch");
  }

  @Test
  void dataOfABagIsExpectedBeforeItsCallIsAccepted() throws Exception {
    assertThat(decide(UserRules.NONE, "ann-results")).isEqualTo("accepted ann-results");
    assertThat(expected).containsExactly(Map.entry("ann-results", new DataVolume(0, 5_000)));
  }

  @Test
  void callsAreDecidedByTheUserOfTheBag() throws Exception {
    var onlyAnnAndBob = new UserRules(Optional.of(List.of("ann", "bob")), List.of("bob"));
    assertThat(decide(onlyAnnAndBob, "ann-1")).isEqualTo("accepted ann-1");
    assertThat(decide(onlyAnnAndBob, "bob-1")).isEqualTo("declined bob-1");
    assertThat(decide(onlyAnnAndBob, "eve-1")).isEqualTo("declined eve-1");
    var notEve = new UserRules(Optional.empty(), List.of("eve"));
    assertThat(decide(notEve, "ann-1")).isEqualTo("accepted ann-1");
    assertThat(decide(notEve, "eve-1")).isEqualTo("declined eve-1");
  }

  @Test
  void callOfUnknownUserIsDeclinedUnlessAllAreAccepted() throws Exception {
    var notEve = new UserRules(Optional.empty(), List.of("eve"));
    assertThat(decide(notEve, "unknown")).isEqualTo("declined unknown");
    assertThat(notEve.accepts("")).isFalse();
    assertThat(decide(UserRules.NONE, "unknown")).isEqualTo("accepted unknown");
  }

  @Test
  void callForContainerThatCannotRunIsDeclined() throws Exception {
    assertThat(decide(UserRules.NONE, "ann-image")).isEqualTo("declined ann-image");
    assertThat(decide(UserRules.NONE, "ann-1")).isEqualTo("accepted ann-1");
    var notEve = new UserRules(Optional.empty(), List.of("eve"));
    assertThat(decide(notEve, "ann-image")).isEqualTo("declined ann-image");
  }

  @Test
  void callForMissingDatasetIsDeclinedWithTheReason() throws Exception {
    assertThat(decide(UserRules.NONE, "ann-data"))
        .isEqualTo("declined ann-data: does not have dataset genomes");
    var notAnn = new UserRules(Optional.empty(), List.of("ann"));
    assertThat(decide(notAnn, "ann-data")).isEqualTo("declined ann-data");
    assertThat(decide(UserRules.NONE, "ann-1")).isEqualTo("accepted ann-1");
  }

  @Test
  void otherMessagesAreAccepted() throws Exception {
    admission(new UserRules(Optional.of(List.of()), List.of()))
        .accept(
            new Message.Release(
                new ReservationId(new CallId(new BagId("eve-1"), 1), 0, new ProviderId("here"))));
    assertThat(decisions.poll(10, TimeUnit.SECONDS)).isEqualTo("accepted Release");
  }
}
