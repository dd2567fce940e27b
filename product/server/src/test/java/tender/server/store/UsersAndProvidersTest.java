package tender.server.store;

import tender.server.store.identity.RegisteredProvider;
import tender.server.store.identity.UserRepository;
import tender.server.store.identity.ProviderRepository;
import tender.server.store.identity.AgentConnectionRepository;
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
import tender.server.model.UserId;

/** People, providers, and on which replica the agents hang. */
class UsersAndProvidersTest extends DatabaseTestCase {
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final ProviderId P = new ProviderId("p");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final ProviderId P10 = new ProviderId("p10");

  @Test
  void aPersonIsKnownByTheToken() {
    UserRepository people = database.users();
    String anna = people.create(ANNA).orElseThrow();
    String bert = people.create(BERT).orElseThrow();

    assertThat(people.findByToken(anna)).contains(ANNA);
    assertThat(people.findByToken(bert)).contains(BERT);
    assertThat(people.findByToken(anna + "x")).isEmpty();
    assertThat(people.findByToken("")).isEmpty();
    assertThat(people.create(ANNA)).as("Anna has a token").isEmpty();
    assertThat(people.findByToken(anna)).contains(ANNA);
  }

  @Test
  void aTokenIsNotStored() {
    String token = database.users().create(ANNA).orElseThrow();

    assertThat(token).hasSizeGreaterThan(40);
    assertThat(sql.list("select person::text from person", row -> row.getString(1)))
        .noneMatch(row -> row.contains(token));
  }

  @Test
  void aRevokedTokenIsNobodys() {
    UserRepository people = database.users();
    String first = people.create(ANNA).orElseThrow();

    assertThat(people.revoke(ANNA)).isTrue();
    assertThat(people.revoke(ANNA)).isFalse();
    assertThat(people.revoke(BERT)).isFalse();
    assertThat(people.findByToken(first)).isEmpty();
    String second = people.create(ANNA).orElseThrow();
    assertThat(people.findByToken(first)).isEmpty();
    assertThat(people.findByToken(second)).contains(ANNA);
  }

  @Test
  void aTokenEnrolsOnce() throws Exception {
    ProviderRepository providers = database.providers();
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
    ProviderRepository providers = database.providers();
    String token = providers.add(P, 60_000).orElseThrow();
    sql.update("update enrolment set until_millis = now_millis()");

    assertThat(providers.redeem(token)).isEmpty();
  }

  @Test
  void aRevokedProviderIsOutForEver() {
    ProviderRepository providers = database.providers();
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
        .extracting(RegisteredProvider::id, RegisteredProvider::isRevoked)
        .containsExactly(tuple(P, true), tuple(P2, false));
  }

  @Test
  void anAgentHangsOnTheReplicaItConnectedToLast() {
    AgentConnectionRepository streams = database.agentConnections();
    streams.heartbeat("one", "host:1");
    streams.heartbeat("two", "host:2");
    streams.setConnected(P10, "one");
    streams.setConnected(P2, "two");
    assertThat(streams.connectedProviders()).containsExactly(P2, P10);

    streams.setConnected(P10, "two");
    streams.setDisconnected(P10, "one");
    assertThat(streams.connectedProviders()).as("it hangs on two").containsExactly(P2, P10);
    streams.setDisconnected(P10, "two");
    assertThat(streams.connectedProviders()).containsExactly(P2);
    streams.removeReplica("two");
    assertThat(streams.connectedProviders()).isEmpty();
  }

  @Test
  void theAgentsOfADeadReplicaAreGone() {
    AgentConnectionRepository streams = database.agentConnections();
    streams.heartbeat("one", "host:1");
    streams.heartbeat("two", "host:2");
    streams.setConnected(P, "one");
    streams.setConnected(P2, "two");
    age("one", AgentConnectionRepository.FRESH_MILLIS + 1);
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
    AgentConnectionRepository streams = database.agentConnections();
    streams.heartbeat("here", "host:1");
    streams.heartbeat("alive", "host:2");
    streams.heartbeat("dead", "host:3");
    age("dead", AgentConnectionRepository.FRESH_MILLIS + 1);
    ProviderId gone = new ProviderId("gone");
    ProviderId elsewhere = new ProviderId("elsewhere");
    streams.setConnected(P, "here");
    streams.setConnected(gone, "here");
    streams.setConnected(elsewhere, "alive");
    streams.setConnected(P10, "dead");

    streams.reconcile("here", List.of(P, P2, P10, elsewhere));
    assertThat(on("here")).containsExactly("p", "p2", "p10");
    assertThat(on("alive")).containsExactly("elsewhere");
    streams.reconcile("here", List.of());
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
