package tender.core.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Cluster;
import tender.core.model.Job;
import tender.core.model.JobId;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/**
 * A provider's load is private: the messages of two providers whose queues differ but whose offers
 * are the same cannot be distinguished.
 */
final class DisclosureTest {
  private static final ProviderId ID = new ProviderId("p");
  private static final int PROCESSORS = 8;
  private static final int PAIRS = 5_000;
  private static final int ROUNDS = 3;
  private static final long ROUND_MILLIS = 12;

  /** How often two providers with different queues made the same offers. */
  private int alike;

  private int different;

  @Test
  void equalOffersRevealNothingElse() {
    for (int seed = 0; seed < PAIRS; seed++) {
      assertThat(firstDifference(seed, ProviderTerms.DisclosureLevel.NOTHING))
          .as("seed %d", seed)
          .isEmpty();
    }
    assertThat(alike).as("exchanges after equal offers").isGreaterThan(4_000);
    assertThat(different).as("pairs with different offers").isGreaterThan(500);
  }

  @Test
  void disclosedPowerRevealsNothingOfQueue() {
    for (int seed = 0; seed < PAIRS; seed++) {
      assertThat(firstDifference(seed, ProviderTerms.DisclosureLevel.POWER))
          .as("seed %d", seed)
          .isEmpty();
    }
  }

  /** Shows that the test above can detect a difference. */
  @Test
  void disclosedWorkRevealsQueue() {
    int foundOut = 0;
    for (int seed = 0; seed < 100; seed++) {
      foundOut +=
          firstDifference(seed, ProviderTerms.DisclosureLevel.POWER_AND_WORK).isEmpty() ? 0 : 1;
    }
    assertThat(foundOut).isGreaterThan(50);
  }

  /** The first messages that differ although the offers were equal; empty if none do. */
  private List<List<Message.ToMetascheduler>> firstDifference(
      int seed, ProviderTerms.DisclosureLevel level) {
    SplittableRandom random = new SplittableRandom(seed);
    ProviderTerms terms = new ProviderTerms(10, 20, 5, level);
    FakeAgent one = new FakeAgent(ID, Cluster.of(PROCESSORS), terms);
    FakeAgent other = new FakeAgent(ID, Cluster.of(PROCESSORS), terms);
    if (fill(one, random).equals(fill(other, random))) {
      return List.of();
    }
    for (int round = 1; round <= ROUNDS; round++) {
      long nowMillis = round * ROUND_MILLIS;
      Message.Call call = new Message.Call(new CallId(new BagId("b"), round), bag(random));
      List<Message.ToMetascheduler> toOne = one.send(call, nowMillis);
      List<Message.ToMetascheduler> toOther = other.send(call, nowMillis);
      List<Offer> offers = ((Message.Offers) toOne.getFirst()).offers();
      if (!offers.equals(((Message.Offers) toOther.getFirst()).offers())) {
        different++;
        return List.of();
      }
      if (!toOne.equals(toOther)) {
        return List.of(toOne, toOther);
      }
      alike += offers.isEmpty() ? 0 : 1;
      for (Message.ToProvider message : exchange(call, offers, random)) {
        nowMillis++;
        toOne = one.send(message, nowMillis);
        toOther = other.send(message, nowMillis);
        if (!toOne.equals(toOther)) {
          return List.of(toOne, toOther);
        }
      }
    }
    return List.of();
  }

  /** None of these jobs ends during the exchange. */
  private static List<Job> fill(FakeAgent agent, SplittableRandom random) {
    List<Job> jobs = new ArrayList<>();
    for (int job = random.nextInt(8); job > 0; job--) {
      jobs.add(
          Job.rigid(
              new JobId("local" + job),
              random.nextInt(1, PROCESSORS + 1),
              random.nextInt(60, 300),
              0,
              random.nextInt(1_000)));
    }
    jobs.forEach(job -> agent.submitLocal(job, 0));
    return jobs;
  }

  private static Bag bag(SplittableRandom random) {
    return new Bag(
        random.nextInt(1, 20),
        random.nextInt(1, 4),
        random.nextInt(60, 200),
        0,
        random.nextInt(200, 2_500));
  }

  /** The messages of an exchange, each twice: too many tasks, part of an offer, then its use. */
  private static List<Message.ToProvider> exchange(
      Message.Call call, List<Offer> offers, SplittableRandom random) {
    List<Message.ToProvider> messages = new ArrayList<>();
    messages.add(call);
    messages.add(
        new Message.Reserve(
            new ReservationId(call.id(), 1, ID), call.bag().tasks() + 1, 1_000_000));
    messages.add(new Message.Inquire(new ReservationId(call.id(), 2, ID)));
    if (offers.isEmpty()) {
      return messages;
    }
    Offer offer = offers.get(random.nextInt(offers.size()));
    int tasks = random.nextInt(1, offer.tasks() + 1);
    ReservationId id = new ReservationId(call.id(), 3, ID);
    Message.Reserve reserve = new Message.Reserve(id, tasks, offer.completionMillis());
    Message.Commit commit = new Message.Commit(id, TaskSet.first(tasks));
    messages.addAll(List.of(reserve, reserve, new Message.Inquire(id), commit, commit));
    messages.add(new Message.Inquire(id));
    if (random.nextBoolean()) {
      messages.add(new Message.Release(id));
      messages.add(commit);
    }
    return messages;
  }
}
