package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tender.core.model.ProviderId;
import tender.server.market.view.PersonId;

/** People, providers, and on which replica the agents hang. */
class MembersTest extends WithDatabase {
  private static final PersonId ANNA = new PersonId("anna");
  private static final PersonId BERT = new PersonId("bert");
  private static final ProviderId P = new ProviderId("p");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final ProviderId P10 = new ProviderId("p10");

  @Test
  void aPersonIsKnownByTheToken() {
    People people = database.people();
    String anna = people.create(ANNA).orElseThrow();
    String bert = people.create(BERT).orElseThrow();

    assertThat(people.find(anna)).contains(ANNA);
    assertThat(people.find(bert)).contains(BERT);
    assertThat(people.find(anna + "x")).isEmpty();
    assertThat(people.find("")).isEmpty();
    assertThat(people.create(ANNA)).as("Anna has a token").isEmpty();
    assertThat(people.find(anna)).contains(ANNA);
  }

  @Test
  void aTokenIsNotStored() {
    String token = database.people().create(ANNA).orElseThrow();

    assertThat(token).hasSizeGreaterThan(40);
    assertThat(sql.list("select person::text from person", row -> row.getString(1)))
        .noneMatch(row -> row.contains(token));
  }

  @Test
  void aRevokedTokenIsNobodys() {
    People people = database.people();
    String first = people.create(ANNA).orElseThrow();

    assertThat(people.revoke(ANNA)).isTrue();
    assertThat(people.revoke(ANNA)).isFalse();
    assertThat(people.revoke(BERT)).isFalse();
    assertThat(people.find(first)).isEmpty();
    String second = people.create(ANNA).orElseThrow();
    assertThat(people.find(first)).isEmpty();
    assertThat(people.find(second)).contains(ANNA);
  }

  @Test
  void aTokenEnrolsOnce() throws Exception {
    Providers providers = database.providers();
    String token = providers.add(P, 60_000).orElseThrow();
    assertThat(providers.redeem(token + "x")).isEmpty();

    Callable<Optional<ProviderId>> redeem = () -> providers.redeem(token);
    try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
      int enrolled = 0;
      for (Future<Optional<ProviderId>> future :
          executor.invokeAll(List.of(redeem, redeem, redeem, redeem))) {
        enrolled += future.get().isPresent() ? 1 : 0;
      }
      assertThat(enrolled).isEqualTo(1);
    }
    assertThat(providers.redeem(token)).isEmpty();
    assertThat(providers.redeem(providers.add(P, 60_000).orElseThrow()))
        .as("another token, because the first certificate was lost")
        .contains(P);
  }

  @Test
  void aTokenExpires() {
    Providers providers = database.providers();
    String token = providers.add(P, 60_000).orElseThrow();
    sql.update("update enrolment set until_millis = now_millis()");

    assertThat(providers.redeem(token)).isEmpty();
  }

  @Test
  void aRevokedProviderIsOutForEver() {
    Providers providers = database.providers();
    String token = providers.add(P, 60_000).orElseThrow();
    providers.add(P2, 60_000);
    sql.update("insert into owed values ('bag', 1, 0, 'p', '{}'), ('bag', 1, 1, 'p2', '{}')");
    assertThat(providers.isRevoked(P)).isFalse();

    assertThat(providers.revoke(P)).isTrue();
    assertThat(providers.revoke(P)).isFalse();
    assertThat(providers.isRevoked(P)).isTrue();
    assertThat(providers.isRevoked(P2)).isFalse();
    assertThat(providers.isRevoked(P10)).as("never was one").isTrue();
    assertThat(providers.redeem(token)).isEmpty();
    assertThat(providers.add(P, 60_000)).isEmpty();
    assertThat(sql.list("select provider from owed", row -> row.getString(1))).containsOnly("p2");
    assertThat(providers.list())
        .extracting(KnownProvider::id, KnownProvider::isRevoked)
        .containsExactly(tuple(P, true), tuple(P2, false));
  }

  @Test
  void anAgentHangsOnTheReplicaItConnectedToLast() {
    Streams streams = database.streams();
    streams.heartbeat("one", "host:1");
    streams.heartbeat("two", "host:2");
    streams.connected(P10, "one");
    streams.connected(P2, "two");
    assertThat(streams.connectedProviders()).containsExactly(P2, P10);

    streams.connected(P10, "two");
    streams.disconnected(P10, "one");
    assertThat(streams.connectedProviders()).as("it hangs on two").containsExactly(P2, P10);
    streams.disconnected(P10, "two");
    assertThat(streams.connectedProviders()).containsExactly(P2);
    streams.leave("two");
    assertThat(streams.connectedProviders()).isEmpty();
  }

  @Test
  void theAgentsOfADeadReplicaAreGone() {
    Streams streams = database.streams();
    streams.heartbeat("one", "host:1");
    streams.heartbeat("two", "host:2");
    streams.connected(P, "one");
    streams.connected(P2, "two");
    age("one", Streams.FRESH_MILLIS + 1);
    assertThat(streams.connectedProviders()).containsExactly(P2);

    streams.heartbeat("one", "host:1");
    assertThat(streams.connectedProviders()).as("it was only slow").containsExactly(P, P2);
    age("one", 100 * 3_600_000);
    streams.heartbeat("two", "host:2");
    assertThat(sql.list("select id from replica", row -> row.getString(1))).containsOnly("two");
    assertThat(sql.list("select provider from stream", row -> row.getString(1))).containsOnly("p2");
  }

  @Test
  void whatWasMissedIsSetRight() {
    Streams streams = database.streams();
    streams.heartbeat("here", "host:1");
    streams.heartbeat("alive", "host:2");
    streams.heartbeat("dead", "host:3");
    age("dead", Streams.FRESH_MILLIS + 1);
    ProviderId gone = new ProviderId("gone");
    ProviderId elsewhere = new ProviderId("elsewhere");
    streams.connected(P, "here");
    streams.connected(gone, "here");
    streams.connected(elsewhere, "alive");
    streams.connected(P10, "dead");

    streams.setRight("here", List.of(P, P2, P10, elsewhere));
    assertThat(on("here")).containsExactly("p", "p2", "p10");
    assertThat(on("alive")).containsExactly("elsewhere");
    streams.setRight("here", List.of());
    assertThat(on("here")).isEmpty();
    assertThat(on("alive")).containsExactly("elsewhere");
  }

  private List<String> on(String replica) {
    return sql.list(
        "select provider from stream where replica = ? order by length(provider), provider",
        row -> row.getString(1),
        replica);
  }

  private void age(String replica, long byMillis) {
    sql.update(
        "update replica set heartbeat_millis = heartbeat_millis - ? where id = ?",
        byMillis,
        replica);
  }
}
