package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.core.model.ProviderId;
import tender.server.store.authority.AuthorityRepository;
import tender.server.store.authority.RotationProgress;
import tender.server.store.authority.StoredAuthorities;
import tender.server.store.identity.CertificateState;
import tender.server.store.identity.IssuedCertificate;
import tender.server.store.identity.SecretCipher;
import tender.server.store.identity.SecretStore;

/** The replacement of the authority in a real PostgreSQL. The authorities are plain texts here. */
class AuthorityRepositoryTest extends DatabaseTestCase {
  private static final ProviderId NORTH = new ProviderId("north");
  private static final String NEXT = "b".repeat(64);
  private static final long LATER = Long.MAX_VALUE;

  @TempDir private Path folder;
  private AuthorityRepository authorities;

  @BeforeEach
  void create() {
    authorities = database.authorities();
    assertThat(authorities.getOrCreate(() -> "former"))
        .isEqualTo(new StoredAuthorities("former", Optional.empty(), false));
    database.agentConnections().heartbeat("one");
    database.agentConnections().heartbeat("two");
  }

  private void report(boolean issues, String... replicas) {
    for (String replica : replicas) {
      authorities.report(replica, Optional.of(NEXT), issues);
    }
  }

  private void move() {
    assertThat(authorities.begin("next", NEXT)).isTrue();
    report(false, "one", "two");
    report(true, "one", "two");
  }

  private boolean isMoving() {
    return authorities.find().orElseThrow().isMoving();
  }

  private IssuedCertificate enrol(String serial, Optional<String> authority) {
    String token = database.providers().add(NORTH, 60_000).orElseThrow();
    var certificate = new IssuedCertificate(NORTH, serial, LATER, authority);
    assertThat(database.agentCertificates().enrol(token, certificate)).isTrue();
    return certificate;
  }

  @Test
  void agentsMoveWhenAllServersAcceptTheNextAuthority() {
    assertThat(authorities.begin("next", NEXT)).isTrue();
    assertThat(authorities.begin("other", "c".repeat(64))).as("one at a time").isFalse();
    report(false, "one");
    assertThat(isMoving()).as("the second server does not accept it").isFalse();
    assertThat(authorities.progress().orElseThrow().readyServers()).isEqualTo(1);
    assertThat(authorities.finish(true)).isFalse();
    report(false, "two");
    assertThat(authorities.find())
        .contains(new StoredAuthorities("former", Optional.of("next"), true));
    report(true, "one");
    assertThat(authorities.finish(true)).as("the second server still issues").isFalse();
    report(true, "two");
    assertThat(authorities.finish(false)).isTrue();
    assertThat(authorities.find()).contains(new StoredAuthorities("next", Optional.empty(), false));
    assertThat(authorities.progress()).isEmpty();
    assertThat(authorities.finish(true)).as("once").isFalse();
  }

  @Test
  void deadServerDoesNotStopTheRotation() {
    assertThat(authorities.begin("next", NEXT)).isTrue();
    sql.update("update replica set heartbeat_millis = 0 where id = 'two'");
    report(false, "one");
    assertThat(isMoving()).isTrue();
  }

  @Test
  void formerAuthorityIsKeptWhileAnAgentNeedsIt() {
    IssuedCertificate former = enrol("1", Optional.empty());
    move();
    assertThat(authorities.finish(false)).isFalse();
    RotationProgress progress = authorities.progress().orElseThrow();
    assertThat(progress.waiting())
        .containsExactly(new RotationProgress.WaitingProvider(NORTH, false, LATER));
    assertThat(progress.isComplete()).isFalse();

    var next = new IssuedCertificate(NORTH, "2", LATER, Optional.of(NEXT));
    assertThat(database.agentCertificates().renew("1", next)).isFalse();
    database.agentCertificates().use(former);
    assertThat(database.agentCertificates().renew("1", next)).isTrue();
    assertThat(authorities.finish(false)).as("the next one was not used yet").isFalse();
    assertThat(database.agentCertificates().use(next)).isEqualTo(CertificateState.ACTIVE);
    assertThat(authorities.progress().orElseThrow().moved()).isEqualTo(1);
    assertThat(authorities.finish(false)).isTrue();
    assertThat(database.agentCertificates().use(next)).isEqualTo(CertificateState.ACTIVE);
    assertThat(database.agentCertificates().use(former)).isEqualTo(CertificateState.REPLACED);
  }

  @Test
  void unusedTokenNeedsTheFormerAuthority() {
    move();
    database.providers().add(NORTH, 60_000);
    assertThat(authorities.progress().orElseThrow().openTokens()).isEqualTo(1);
    assertThat(authorities.finish(false)).isFalse();
    assertThat(authorities.finish(true)).isTrue();
    assertThat(sql.list("select 1 from enrolment", row -> row.getInt(1))).isEmpty();
  }

  @Test
  void expiredCertificateDoesNotNeedTheFormerAuthority() {
    enrol("1", Optional.empty());
    sql.update("update agent_certificate set expires_millis = 0");
    move();
    assertThat(authorities.finish(false)).isTrue();
  }

  @Test
  void agentThatHasNotMovedIsRefusedAfterAForcedEnd() {
    IssuedCertificate former = enrol("1", Optional.of("a".repeat(64)));
    move();
    assertThat(authorities.finish(true)).isTrue();
    assertThat(database.agentCertificates().use(former))
        .isEqualTo(CertificateState.AUTHORITY_REPLACED);
    IssuedCertificate again = enrol("2", Optional.of(NEXT));
    assertThat(database.agentCertificates().use(again)).isEqualTo(CertificateState.ACTIVE);
  }

  @Test
  void bothAuthoritiesAreEncryptedWithAnotherKey() throws IOException {
    SecretCipher one = SecretCipher.fromFile(key("one", "1"));
    SecretCipher two = SecretCipher.fromFile(key("two", "2"));
    SecretStore former = new SecretStore(sql, Optional.of(one));
    authorities = new AuthorityRepository(sql, former);
    var _ = authorities.getOrCreate(() -> "not used");
    move();
    assertThat(former.changeKey(two)).isEqualTo(2);
    assertThat(former.changeKey(two)).as("repeated").isZero();

    authorities = new AuthorityRepository(sql, new SecretStore(sql, Optional.of(two)));
    assertThat(authorities.find())
        .contains(new StoredAuthorities("former", Optional.of("next"), true));
    assertThat(authorities.finish(false)).isTrue();
    assertThat(authorities.find()).contains(new StoredAuthorities("next", Optional.empty(), false));
    assertThat(sql.list("select content from secret", row -> row.getString(1)))
        .hasSize(1)
        .allMatch(content -> content.startsWith("aes-256-gcm:"));
  }

  private Path key(String name, String digit) throws IOException {
    Path file = Files.writeString(folder.resolve(name), digit.repeat(64) + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
