package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.share.ProviderMembership;
import tender.server.model.Access;
import tender.server.model.OwnQuotas;
import tender.server.model.Role;
import tender.server.model.UserId;
import tender.server.store.identity.AgentCertificateRepository;
import tender.server.store.identity.AgentConnectionRepository;
import tender.server.store.identity.IssuedCertificate;
import tender.server.store.identity.ProviderRepository;
import tender.server.store.identity.RegisteredProvider;
import tender.server.store.identity.UserRepository;

/** Users, providers, and the replicas to which agents are connected. */
class UsersAndProvidersTest extends DatabaseTestCase {
  private final AtomicInteger serials = new AtomicInteger();
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final ProviderId P = new ProviderId("p");
  private static final ProviderId P2 = new ProviderId("p2");
  private static final ProviderId P10 = new ProviderId("p10");

  @Test
  void userIsFoundByToken() {
    UserRepository users = database.users();
    String anna = users.create(ANNA).orElseThrow();
    String bert = users.create(BERT).orElseThrow();

    assertThat(user(anna)).contains(ANNA);
    assertThat(user(bert)).contains(BERT);
    assertThat(user(anna + "x")).isEmpty();
    assertThat(user("")).isEmpty();
    assertThat(users.create(ANNA)).as("Anna has a token").isEmpty();
    assertThat(user(anna)).contains(ANNA);
  }

  private Optional<UserId> user(String token) {
    return database.accessTokens().find(token).map(Access::user);
  }

  @Test
  void tokenIsNotStored() {
    String token = database.users().create(ANNA).orElseThrow();

    assertThat(token).hasSizeGreaterThan(40);
    assertThat(sql.list("select u::text from market_user u", row -> row.getString(1)))
        .noneMatch(row -> row.contains(token));
  }

  @Test
  void revokedTokenIsInvalid() {
    UserRepository users = database.users();
    String first = users.create(ANNA).orElseThrow();

    assertThat(users.revoke(ANNA)).isTrue();
    assertThat(users.revoke(ANNA)).isFalse();
    assertThat(users.revoke(BERT)).isFalse();
    assertThat(user(first)).isEmpty();
    String second = users.create(ANNA).orElseThrow();
    assertThat(user(first)).isEmpty();
    assertThat(user(second)).contains(ANNA);
  }

  @Test
  void roleAppliesToTheNextRequestAndEndsWithARevocation() {
    UserRepository users = database.users();
    String token = users.create(ANNA).orElseThrow();
    assertThat(role(token)).contains(Role.USER);

    assertThat(users.setRole(ANNA, Role.OPERATOR)).isTrue();
    assertThat(users.setRole(BERT, Role.OPERATOR)).as("there is no such user").isFalse();
    assertThat(role(token)).contains(Role.OPERATOR);
    users.setRole(ANNA, Role.AUDITOR);
    assertThat(role(token)).contains(Role.AUDITOR);
    users.setRole(ANNA, Role.OPERATOR);
    users.revoke(ANNA);
    assertThat(role(users.create(ANNA).orElseThrow())).contains(Role.USER);
  }

  private Optional<Role> role(String token) {
    return database.accessTokens().find(token).map(Access::role);
  }

  @Test
  void enrolmentTokenIsUsedOnce() throws Exception {
    ProviderRepository providers = database.providers();
    String token = providers.add(P, 60_000).orElseThrow();
    assertThat(enrol(token + "x")).isEmpty();

    Callable<Optional<ProviderId>> redeem = () -> enrol(token);
    try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
      int enrolled = 0;
      for (Future<Optional<ProviderId>> future :
          executor.invokeAll(List.of(redeem, redeem, redeem, redeem))) {
        enrolled += future.get().isPresent() ? 1 : 0;
      }
      assertThat(enrolled).isEqualTo(1);
    }
    assertThat(enrol(token)).isEmpty();
    assertThat(enrol(providers.add(P, 60_000).orElseThrow()))
        .as("another token, because the first certificate was lost")
        .contains(P);
    providers.add(P2, 60_000);
    assertThat(providers.list())
        .extracting(RegisteredProvider::id, RegisteredProvider::isEnrolled)
        .containsExactly(tuple(P, true), tuple(P2, false));
  }

  /** Redeems a token as a server does; returns the provider. */
  private Optional<ProviderId> enrol(String token) {
    AgentCertificateRepository certificates = database.agentCertificates();
    String serial = String.valueOf(serials.incrementAndGet());
    return certificates
        .findByToken(token)
        .filter(
            provider ->
                certificates.enrol(
                    token,
                    new IssuedCertificate(provider, serial, Long.MAX_VALUE, Optional.empty())));
  }

  @Test
  void enrolmentTokenExpires() {
    ProviderRepository providers = database.providers();
    String token = providers.add(P, 60_000).orElseThrow();
    sql.update("update enrolment set expires_millis = now_millis()");

    assertThat(enrol(token)).isEmpty();
  }

  @Test
  void revokedProviderCannotReturn() {
    ProviderRepository providers = database.providers();
    String token = providers.add(P, 60_000).orElseThrow();
    providers.add(P2, 60_000);
    sql.update("insert into outbox values ('bag', 1, 0, 'p', '{}'), ('bag', 1, 1, 'p2', '{}')");

    assertThat(providers.revoke(P)).isTrue();
    assertThat(providers.revoke(P)).isFalse();
    assertThat(enrol(token)).isEmpty();
    assertThat(providers.add(P, 60_000)).isEmpty();
    assertThat(sql.list("select provider from outbox", row -> row.getString(1))).containsOnly("p2");
    assertThat(providers.list())
        .extracting(RegisteredProvider::id, RegisteredProvider::isRevoked)
        .containsExactly(tuple(P, true), tuple(P2, false));
  }

  @Test
  void quotasOfAUserAreStoredAndReplaced() {
    UserRepository users = database.users();
    users.create(ANNA);
    OwnQuotas quotas =
        new OwnQuotas(
            OptionalInt.of(1),
            OptionalLong.of(2),
            OptionalLong.of(3),
            OptionalInt.of(4),
            OptionalInt.of(5));
    assertThat(users.ownQuotas()).isEmpty();
    assertThat(users.setQuotas(ANNA, quotas)).isTrue();
    assertThat(users.setQuotas(BERT, quotas)).isFalse();
    assertThat(users.ownQuotas()).containsExactly(Map.entry(ANNA, quotas));
    assertThat(users.list().getFirst().quotas()).isEqualTo(quotas);
    assertThat(users.setQuotas(ANNA, OwnQuotas.NONE)).isTrue();
    assertThat(users.ownQuotas()).isEmpty();
  }

  @Test
  void organisationsOfUsersAndProvidersAreStored() {
    UserRepository users = database.users();
    users.create(ANNA);
    assertThat(users.submitter(ANNA, 1).organisations()).isEmpty();
    OrganisationId physics = new OrganisationId("physics");
    OrganisationId odd = new OrganisationId("a, \"{b}\" ü");
    assertThat(users.setOrganisations(ANNA, List.of(physics, odd, physics))).isTrue();
    assertThat(users.setOrganisations(BERT, List.of(physics))).isFalse();
    assertThat(users.submitter(ANNA, 1).organisations()).containsExactly(odd, physics);
    assertThat(users.submitter(BERT, 1).organisations()).isEmpty();
    assertThat(users.list().getFirst().organisations()).containsExactly(odd, physics);

    ProviderRepository providers = database.providers();
    providers.add(P, 1_000);
    providers.add(P2, 1_000);
    assertThat(providers.setOrganisations(P, List.of(physics))).isTrue();
    assertThat(providers.setOrganisations(P10, List.of(physics))).isFalse();
    assertThat(providers.memberships())
        .containsExactly(new ProviderMembership(P, List.of(physics)));
    assertThat(providers.list())
        .extracting(RegisteredProvider::organisations)
        .containsExactly(List.of(physics), List.of());
    providers.setOrganisations(P, List.of());
    assertThat(providers.memberships()).isEmpty();
  }

  @Test
  void agentIsAssignedToItsLatestReplica() {
    AgentConnectionRepository connections = database.agentConnections();
    connections.heartbeat("one");
    connections.heartbeat("two");
    connections.setConnected(P10, "one");
    connections.setConnected(P2, "two");
    assertThat(connections.connectedProviders()).containsExactly(P2, P10);

    connections.setConnected(P10, "two");
    connections.setDisconnected(P10, "one");
    assertThat(connections.connectedProviders()).as("connected to two").containsExactly(P2, P10);
    connections.setDisconnected(P10, "two");
    assertThat(connections.connectedProviders()).containsExactly(P2);
    connections.removeReplica("two");
    assertThat(connections.connectedProviders()).isEmpty();
  }

  @Test
  void agentsOfADeadReplicaAreDisconnected() {
    AgentConnectionRepository connections = database.agentConnections();
    connections.heartbeat("one");
    connections.heartbeat("two");
    connections.setConnected(P, "one");
    connections.setConnected(P2, "two");
    age("one", AgentConnectionRepository.FRESH_MILLIS + 1);
    assertThat(connections.connectedProviders()).containsExactly(P2);

    connections.heartbeat("one");
    assertThat(connections.connectedProviders())
        .as("the replica was only slow")
        .containsExactly(P, P2);
    age("one", 100 * 3_600_000);
    connections.heartbeat("two");
    assertThat(sql.list("select id from replica", row -> row.getString(1))).containsOnly("two");
    assertThat(sql.list("select provider from agent_connection", row -> row.getString(1)))
        .containsOnly("p2");
  }

  @Test
  void missedConnectionChangesAreReconciled() {
    AgentConnectionRepository connections = database.agentConnections();
    connections.heartbeat("here");
    connections.heartbeat("alive");
    connections.heartbeat("dead");
    age("dead", AgentConnectionRepository.FRESH_MILLIS + 1);
    ProviderId gone = new ProviderId("gone");
    ProviderId elsewhere = new ProviderId("elsewhere");
    connections.setConnected(P, "here");
    connections.setConnected(gone, "here");
    connections.setConnected(elsewhere, "alive");
    connections.setConnected(P10, "dead");

    connections.reconcile("here", List.of(P, P2, P10, elsewhere));
    assertThat(on("here")).containsExactly("p", "p2", "p10");
    assertThat(on("alive")).containsExactly("elsewhere");
    connections.reconcile("here", List.of());
    assertThat(on("here")).isEmpty();
    assertThat(on("alive")).containsExactly("elsewhere");
  }

  private List<String> on(String replica) {
    return sql.list(
        "select provider from agent_connection where replica = ? order by length(provider),"
            + " provider",
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
