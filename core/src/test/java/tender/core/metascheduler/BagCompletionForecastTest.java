package tender.core.metascheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.core.compose.EarliestCompletion;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.BagTransition;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Disclosure;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;

/** The paper's Figure 5 from the metascheduler's side: a bag of ten tasks at two providers. */
final class BagCompletionForecastTest {
  private static final ProviderId P1 = new ProviderId("p1");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final CallId CALL = new CallId(new BagId("b"), 1);

  private final Metascheduler metascheduler =
      new Metascheduler(List.of(P1, P2), new EarliestCompletion(), TimeoutConfig.answersOnly(100));
  private BagState state;
  private List<BagEffect> effects = new ArrayList<>();

  @BeforeEach
  void promiseTheBag() {
    follow(
        metascheduler.submit(
            new BagId("b"), new Bag(10, 1, 40, 0, 0), AcceptancePolicy.acceptAny(0), 0));
    receive(offers(P1, 6, 300), 1);
    receive(offers(P2, 4, 500), 1);
    receive(new Message.Reserved(part(P1), 99), 2);
    receive(new Message.Reserved(part(P2), 99), 2);
    receive(new Message.Committed(part(P1)), 3);
    receive(new Message.Committed(part(P2)), 3);
  }

  @Test
  void reportingProviderGetsBagCompletion() {
    assertThat(receive(new Message.CompletionChanged(part(P1), 300), 4))
        .containsExactly(Map.entry(P1, new Message.BagCompletion(part(P1), 500)));
    assertThat(receive(new Message.CompletionChanged(part(P2), 500), 4))
        .containsExactly(Map.entry(P2, new Message.BagCompletion(part(P2), 500)));
  }

  @Test
  void changedBagCompletionIsSentToAll() {
    speakOnce();

    assertThat(receive(new Message.CompletionChanged(part(P2), 350), 9))
        .containsExactly(
            Map.entry(P1, new Message.BagCompletion(part(P1), 350)),
            Map.entry(P2, new Message.BagCompletion(part(P2), 350)));
  }

  @Test
  void irrelevantChangeIsAnsweredToReporterOnly() {
    speakOnce();

    assertThat(receive(new Message.CompletionChanged(part(P1), 200), 9))
        .containsExactly(Map.entry(P1, new Message.BagCompletion(part(P1), 500)));
  }

  @Test
  void finishedPartNoLongerCounts() {
    speakOnce();

    assertThat(receive(new Message.Results(part(P2), TaskSet.range(6, 10), 60), 61))
        .containsEntry(P1, new Message.BagCompletion(part(P1), 300));
  }

  private void speakOnce() {
    receive(new Message.CompletionChanged(part(P1), 300), 4);
    receive(new Message.CompletionChanged(part(P2), 500), 4);
  }

  /** The last message to each provider. */
  private Map<ProviderId, Message.ToProvider> receive(
      Message.ToMetascheduler message, long nowMillis) {
    follow(metascheduler.handle(state, new BagEvent.MessageReceived(message), nowMillis));
    Map<ProviderId, Message.ToProvider> sent = new LinkedHashMap<>();
    for (BagEffect effect : effects) {
      if (effect instanceof BagEffect.Send(ProviderId to, Message.ToProvider reply)) {
        sent.put(to, reply);
      }
    }
    return sent;
  }

  private void follow(BagTransition transition) {
    state = transition.state();
    effects = transition.effects();
  }

  private static Message.Offers offers(ProviderId provider, int tasks, long completionMillis) {
    return new Message.Offers(
        CALL,
        provider,
        0,
        List.of(Offer.free(provider, tasks, completionMillis)),
        Disclosure.NOTHING,
        1,
        90);
  }

  private static ReservationId part(ProviderId provider) {
    return new ReservationId(CALL, 1, provider);
  }
}
