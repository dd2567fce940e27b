package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tender.core.message.Message;
import tender.core.metascheduler.BagEffect;
import tender.core.metascheduler.BagState;
import tender.core.metascheduler.Tender;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.store.Owed;
import tender.core.store.StoredBag;
import tender.core.store.Transaction;
import tender.server.market.view.PersonId;
import tender.work.CoreJson;

/** What is stored of bags comes back as it was, and bears an upgrade. */
class StoredJsonTest extends WithDatabase {
  private static final int LIVES = 1_000;
  private static final int STORED_LIVES = 10;
  private static final PersonId ANNA = new PersonId("anna");

  @Test
  void whateverHappensToABagComesBackAsItWas() {
    Set<Class<?>> seen = new HashSet<>();
    for (long seed = 0; seed < LIVES; seed++) {
      for (Transaction transaction : new RandomLife(seed).transactions()) {
        comesBack(BagState.class, transaction.state(), seed, seen);
        transaction.messages().forEach(owed -> seen.add(owed.message().getClass()));
        for (Owed owed : transaction.messages()) {
          comesBack(Message.ToProvider.class, owed.message(), seed, seen);
        }
        for (BagEffect effect : transaction.news()) {
          comesBack(BagEffect.class, effect, seed, seen);
        }
        if (transaction.state() instanceof BagState.Open open) {
          open.tender().ifPresent(tender -> seen.add(tender.getClass()));
        }
      }
    }
    assertThat(seen).as("else they were not tried").containsAll(cases(BagState.class));
    assertThat(seen).as("else they were not tried").containsAll(cases(Tender.class));
    assertThat(seen).as("else they were not tried").containsAll(cases(Message.ToProvider.class));
    Set<Class<?>> news = new HashSet<>(cases(BagEffect.class));
    news.removeAll(Set.of(BagEffect.Send.class, BagEffect.Counted.class, BagEffect.Moves.class));
    assertThat(seen).as("else they were not tried").containsAll(news);
  }

  private static <T> void comesBack(Class<T> type, T value, long seed, Set<Class<?>> seen) {
    T read = CoreJson.read(type, CoreJson.write(type, value));
    assertThat(read).as("seed %d", seed).isEqualTo(value);
    // Also in the order of maps, which equality passes over.
    assertThat(read.toString()).as("seed %d", seed).isEqualTo(value.toString());
    seen.add(value.getClass());
  }

  private void write(Transaction transaction) {
    if (transaction.readVersion() == StoredBag.ABSENT) {
      // Somebody must be there who pays.
      database.store().submit(Payments.submission(ANNA, transaction.bag()), transaction);
    } else {
      assertThat(database.store().commit(transaction)).isTrue();
    }
  }

  private static List<Class<?>> cases(Class<?> sealed) {
    return List.of(sealed.getPermittedSubclasses());
  }

  @Test
  void livesAreStoredAsTheyWere() {
    database.people().create(ANNA);
    for (long seed = 0; seed < STORED_LIVES; seed++) {
      List<Transaction> life = new RandomLife(seed).transactions();
      List<BagEffect> news = new ArrayList<>();
      List<Owed> owed = new ArrayList<>();
      for (Transaction transaction : life) {
        write(transaction);
        assertThat(database.store().read(transaction.bag()).orElseThrow().state().toString())
            .isEqualTo(transaction.state().toString());
        news.addAll(transaction.news());
        owed.addAll(transaction.messages());
      }
      BagId bag = life.getFirst().bag();
      assertThat(database.store().news(bag)).extracting(News::effect).isEqualTo(news);
      assertThat(database.store().owed(10_000)).as("seed %d", seed).isEqualTo(owed);
      database.store().acknowledge(owed.stream().map(Owed::id).toList());
      assertThat(database.store().owed(10_000)).isEmpty();
    }
  }

  @Test
  void aFieldOfANewerVersionIsPassedOver() {
    String json =
        """
        {"kind": "Release", "soon": {"a": [1]}, "id":
          {"call": {"bag": "b", "round": 1, "colour": 3}, "attempt": 2, "provider": "p"}}
        """;
    assertThat(CoreJson.read(Message.ToProvider.class, json).toString())
        .isEqualTo("Release[id=b.1.2@p]");
  }

  @Test
  void aFieldThatAnOlderVersionDidNotWriteIsEmpty() {
    String json =
        """
        {"kind": "Open", "id": "b", "mandate": {"atMost": {}},
          "bag": {"tasks": 1, "width": 1, "estimateMillis": 1}}
        """;
    BagState.Open open = (BagState.Open) CoreJson.read(BagState.class, json);
    assertThat(open.done().isEmpty()).isTrue();
    assertThat(open.parts()).isEmpty();
    assertThat(open.tender()).isEmpty();
    assertThat(open.calls()).isZero();
    assertThat(open.paid()).isEqualTo(Money.ZERO);
  }

  @Test
  void aFieldThatCannotBeEmptyIsMissed() {
    assertThatThrownBy(() -> CoreJson.read(BagState.class, "{\"kind\": \"Open\", \"id\": \"b\"}"))
        .hasMessageContaining("bag");
  }
}
