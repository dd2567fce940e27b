package tender.measure.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import tender.core.compose.EarliestCompletion;
import tender.core.message.Message;
import tender.core.metascheduler.Metascheduler;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.metascheduler.state.AcceptancePolicy;
import tender.core.metascheduler.state.BagEvent;
import tender.core.metascheduler.state.BagState;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.core.provider.Provider;
import tender.core.provider.state.ProviderEffect;
import tender.core.provider.state.ProviderEvent;
import tender.core.store.BagTransactionBuilder;
import tender.core.store.OutboxMessage;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.measure.agents.AgentResponders;
import tender.measure.testbed.SmallBag;
import tender.server.model.UserId;
import tender.server.store.bags.PostgresStore;
import tender.server.store.bags.Submission;

/**
 * The transactions of a bag from its submission to its promise, computed before they are written.
 * Writing them takes the statements of the server and nothing else: no network to agents, no
 * decisions, no users.
 */
record BareBag(Submission submission, List<Transaction> transactions) {

  /** Computes the transactions of a bag that calls some providers, which all offer. */
  static BareBag prepare(UserId user, int called, long nowMillis) {
    Map<ProviderId, Provider> providers = new LinkedHashMap<>();
    IntStream.range(0, called)
        .mapToObj(i -> new ProviderId("bare-%05d".formatted(i)))
        .forEach(id -> providers.put(id, AgentResponders.emptyCluster(id)));
    BagTransactionBuilder builder =
        new BagTransactionBuilder(
            new Metascheduler(
                List.copyOf(providers.keySet()),
                new EarliestCompletion(),
                TimeoutConfig.answersOnly(Time.HOUR_MILLIS)));
    Submission submission = SmallBag.submission(new BagId(UUID.randomUUID().toString()), user);
    Bag bag =
        new Bag(
            SmallBag.TASKS, 1, SmallBag.RUNTIME_MILLIS, nowMillis, SmallBag.deadline(nowMillis));
    List<Transaction> transactions = new ArrayList<>();
    Transaction latest =
        builder
            .submit(
                Optional.empty(),
                submission.bag(),
                bag,
                AcceptancePolicy.acceptAny(SmallBag.deadline(nowMillis)),
                nowMillis)
            .orElseThrow();
    transactions.add(latest);
    while (!isPromised(latest.state())) {
      StoredBag stored = new StoredBag(latest.state(), latest.version());
      latest =
          builder.handleAll(stored, answers(providers, latest, nowMillis), nowMillis).orElseThrow();
      transactions.add(latest);
    }
    return new BareBag(submission, transactions);
  }

  private static boolean isPromised(BagState state) {
    return state instanceof BagState.Open open && open.promise().isPresent();
  }

  private static List<BagEvent> answers(
      Map<ProviderId, Provider> providers, Transaction sent, long nowMillis) {
    List<BagEvent> answers = new ArrayList<>();
    for (OutboxMessage message : sent.messages()) {
      Provider provider = Objects.requireNonNull(providers.get(message.to()));
      var received = new ProviderEvent.MessageReceived(message.message());
      for (ProviderEffect effect : provider.handle(received, nowMillis)) {
        if (effect instanceof ProviderEffect.Send(Message.ToMetascheduler answer)) {
          answers.add(new BagEvent.MessageReceived(answer));
        }
      }
    }
    return answers;
  }

  /**
   * Writes all transactions, and deletes their messages as the server does for acknowledged ones.
   */
  void write(PostgresStore store) {
    store.submit(submission, transactions.getFirst());
    acknowledge(store, transactions.getFirst());
    for (Transaction transaction : transactions.subList(1, transactions.size())) {
      if (!store.commit(transaction)) {
        throw new IllegalStateException("A bare transaction was not written: " + transaction);
      }
      acknowledge(store, transaction);
    }
  }

  private static void acknowledge(PostgresStore store, Transaction transaction) {
    if (!transaction.messages().isEmpty()) {
      store.acknowledge(
          transaction.messages().stream()
              .map(one -> new PostgresStore.Acknowledgement(one.to(), one.id()))
              .toList());
    }
  }
}
