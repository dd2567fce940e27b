package tender.core.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tender.core.model.Money;
import tender.core.model.ProviderId;

final class BrokersTest {
  private static final SharedResource LOCAL = ShareFixtures.of("R1", 10, "A");
  private static final SharedResource STRONG = ShareFixtures.of("R2", 10, "B");
  private static final SharedResource WEAK = ShareFixtures.of("R3", 5, "B");
  private static final Money MIDDLE = new Money(2_525);
  private static final Money MOST = new Money(5_000);

  private static final long START = 0;
  private static final long DEADLINE = 1_000_000;

  @Test
  void fixedBidBrokerSendsEvenly() {
    FixedBidBroker broker = new FixedBidBroker(new Money(20));
    BrokerDecision decision = broker.start(beginning(tasks(1, 2, 3, 4)));

    assertThat(sent(decision)).isEqualTo("R1[1, 4] R2[2] R3[3]");
    assertThat(decision.bidsPerMinute().values()).containsOnly(new Money(50));
    assertThat(broker.review(beginning(List.of()))).isEqualTo(BrokerDecision.none());
  }

  @Test
  void globalSendsTasksBySpeed() {
    Broker broker = new GlobalDomainBroker(GlobalDomainBroker.PartSizing.BY_SPEED);

    assertThat(sent(broker.start(beginning(tasks(9, 8, 7, 6, 5)))))
        .isEqualTo("R1[1, 3] R2[2, 4] R3[5]");
  }

  @Test
  void globalSendsShortestTasksToWeakest() {
    BrokerDecision decision = global().start(beginning(tasks(90, 20, 70, 10, 80, 60)));

    assertThat(sent(decision)).isEqualTo("R1[1, 5] R2[3, 6] R3[4, 2]");
    assertThat(decision.bidsPerMinute().values()).containsOnly(MIDDLE);
  }

  @Test
  void globalLimitsWeakResourceByDeadline() {
    BrokerDecision decision =
        global().start(beginning(tasks(4_000, 4_000, 4_000, 4_000, 4_000, 4_000)));

    assertThat(sent(decision)).isEqualTo("R1[2, 4, 6] R2[3, 5] R3[1]");
  }

  @Test
  void initialBidIsMaximumIfOneTaskMightBeLate() {
    BrokerDecision decision = global().start(beginning(tasks(6_000, 6_000, 6_000)));

    assertThat(decision.bidsPerMinute().values()).containsOnly(MOST);
  }

  @Test
  void bidStaysIfEndIsInSecondHalf() {
    assertThat(globalBid(7.5, 0)).isEqualTo(new Money(1_000));
  }

  @Test
  void bidFallsIfEndIsInFirstHalf() {
    assertThat(globalBid(2.5, 0)).isEqualTo(new Money(250));
    assertThat(globalBid(5, 0)).isEqualTo(new Money(500));
    assertThat(globalBid(0.01, 0)).isEqualTo(new Money(50));
  }

  @Test
  void bidRisesIfEndIsTooLate() {
    assertThat(globalBid(20, 0)).isEqualTo(new Money(2_000));
    assertThat(globalBid(80, 0)).isEqualTo(MOST);
  }

  @Test
  void bidIsMaximumAfterDeadline() {
    assertThat(globalBid(0.01, DEADLINE)).isEqualTo(MOST);
  }

  /** At 0 a thousand seconds remain, in which a share of 1 does a thousand units of work. */
  private static Money globalBid(double secondsInHundreds, long nowMillis) {
    BrokerDecision decision =
        global()
            .review(
                at(
                    nowMillis,
                    List.of(),
                    Map.of(
                        LOCAL,
                        new ResourceUsage(1, new Money(1_000), secondsInHundreds * 100, 1))));
    return decision.bidsPerMinute().get(LOCAL.id());
  }

  @Test
  void localStartsInOwnOrganisation() {
    BrokerDecision decision = new LocalDomainBroker().start(beginning(tasks(1, 2, 3, 4, 5, 6, 7)));

    assertThat(sent(decision)).isEqualTo("R1[1, 2]");
    assertThat(decision.bidsPerMinute()).containsOnly(Map.entry(LOCAL.id(), MIDDLE));
  }

  @Test
  void localAddsTasksWhileTimeRemains() {
    BrokerDecision decision =
        new LocalDomainBroker()
            .review(
                at(
                    0,
                    tasks(200, 200, 200),
                    Map.of(LOCAL, new ResourceUsage(1, new Money(1_000), 500, 1))));

    assertThat(sent(decision)).isEqualTo("R1[1, 2]");
    assertThat(decision.bidsPerMinute()).containsOnly(Map.entry(LOCAL.id(), new Money(1_000)));
  }

  @Test
  void localUsesAllResourcesAfterHalfTime() {
    ResourceUsage busy = new ResourceUsage(1, new Money(1_000), 450, 2);
    LocalDomainBroker broker = new LocalDomainBroker();

    assertThat(sent(broker.review(at(500_000, tasks(200, 200, 200), Map.of(LOCAL, busy)))))
        .isEmpty();
    BrokerDecision decision = broker.review(at(500_001, tasks(200, 200, 200), Map.of(LOCAL, busy)));
    assertThat(sent(decision)).isEqualTo("R2[1, 3] R3[2]");
    assertThat(decision.bidsPerMinute())
        .containsEntry(STRONG.id(), MOST)
        .containsEntry(LOCAL.id(), new Money(1_000));
  }

  private static Broker global() {
    return new GlobalDomainBroker(GlobalDomainBroker.PartSizing.EVEN);
  }

  private static BrokerView beginning(List<ShareTask> tasks) {
    return at(START, tasks, Map.of());
  }

  private static BrokerView at(
      long nowMillis, List<ShareTask> unsent, Map<SharedResource, ResourceUsage> usage) {
    SortedMap<ProviderId, ResourceUsage> byId = new TreeMap<>();
    usage.forEach((resource, standing) -> byId.put(resource.id(), standing));
    return new BrokerView(
        START, DEADLINE, nowMillis, List.of(LOCAL), List.of(STRONG, WEAK), unsent, byId);
  }

  private static List<ShareTask> tasks(double... work) {
    return IntStream.range(0, work.length).mapToObj(i -> new ShareTask(i + 1, work[i])).toList();
  }

  private static String sent(BrokerDecision decision) {
    StringBuilder text = new StringBuilder();
    decision
        .tasks()
        .forEach(
            (id, tasks) ->
                text.append(id + "" + tasks.stream().map(ShareTask::taskIndex).toList() + " "));
    return text.toString().strip();
  }
}
