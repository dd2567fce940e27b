package tender.server.bags;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tender.core.compose.CompositionPolicies;
import tender.core.metascheduler.TimeoutConfig;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.server.engine.MarketRules;
import tender.server.model.AccessScope;
import tender.server.model.RestoreFinding;
import tender.server.model.RestoreSituation;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.DatabaseSettings;
import tender.server.store.PostgresServer;
import tender.server.store.identity.AccessTokenRepository;
import tender.server.store.ledger.AccountId;
import tender.server.store.restore.MarketFacts;

/** What an operator does after a restore, with the state before it in another database. */
@Tag("live")
class RestoreServiceTest {
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final ProviderId NORTH = new ProviderId("north");
  private static final long TOKEN_MILLIS = 60_000;

  private final DatabaseSettings beforeSettings = PostgresServer.shared().newDatabase();
  private Database before;
  private Database restored;
  private RestoreService service;

  @BeforeEach
  void openBoth() {
    before = Database.open(beforeSettings, "before");
    restored = Database.open(PostgresServer.shared().newDatabase(), "restored");
    service =
        new RestoreService(
            restored,
            new MarketRules(
                Objects.requireNonNull(CompositionPolicies.all().get("earliest")),
                new TimeoutConfig(1_000, 1_000, 1_000, 60_000, 1_000),
                0,
                0,
                20));
  }

  @AfterEach
  void closeBoth() {
    before.close();
    restored.close();
  }

  @Test
  void lossesAreReportedAndRevocationsAreRepeated() throws InterruptedException {
    String token = restored.users().create(ANNA).orElseThrow();
    restored.providers().add(NORTH, TOKEN_MILLIS);
    before.users().create(ANNA);
    before.users().revoke(ANNA);
    before.users().create(BERT);
    before.providers().add(NORTH, TOKEN_MILLIS);
    before.providers().revoke(NORTH);
    before.ledger().deposit(AccountId.of(BERT), new Money(7_000), "gift");

    RestoreService.Report report = service.reconcile(Optional.of(this::readBefore));

    assertThat(report.findings())
        .extracting(RestoreFinding::situation, RestoreFinding::subject, RestoreFinding::amount)
        .containsExactly(
            tuple(RestoreSituation.DEPOSIT_LOST, "DEPOSIT of user:bert, gift", new Money(7_000)),
            tuple(RestoreSituation.USER_LOST, "bert", Money.ZERO),
            tuple(RestoreSituation.USER_REVOCATION_LOST, "anna", Money.ZERO),
            tuple(RestoreSituation.PROVIDER_REVOCATION_LOST, "north", Money.ZERO));
    assertThat(restored.accessTokens().find(token)).isEmpty();
    assertThat(restored.providers().add(NORTH, TOKEN_MILLIS)).as("revoked again").isEmpty();
    assertThat(service.report()).isEqualTo(report);
  }

  @Test
  void accessTokenThatWasRevokedIsRevokedAgain() throws InterruptedException {
    restored.users().create(ANNA);
    AccessTokenRepository tokens = restored.accessTokens();
    String token =
        tokens.create(ANNA, "laptop", AccessScope.READ, OptionalLong.empty(), 1).orElseThrow();
    before.users().create(ANNA);

    assertThat(service.reconcile(Optional.of(this::readBefore)).findings())
        .extracting(RestoreFinding::situation)
        .contains(RestoreSituation.ACCESS_TOKEN_REVOCATION_LOST);
    assertThat(tokens.find(token)).isEmpty();
  }

  private MarketFacts readBefore(long fromTransfer) {
    return Database.readFacts(beforeSettings, fromTransfer);
  }

  @Test
  void withoutTheStateBeforeTheReportSaysSo() throws InterruptedException {
    assertThat(service.report().epoch()).isZero();
    assertThat(service.reconcile(Optional.empty()).findings())
        .containsExactly(RestoreFinding.of(RestoreSituation.NOT_COMPARED, "database"));
  }

  @Test
  void everyRestoreHasAnotherEpoch() throws InterruptedException {
    long first = service.reconcile(Optional.empty()).epoch();
    Thread.sleep(2);
    assertThat(service.reconcile(Optional.empty()).epoch()).isGreaterThan(first);
  }

  @Test
  void restoreIsNotRecordedWhileServerRuns() {
    restored.agentConnections().heartbeat("server");
    assertThatThrownBy(() -> service.reconcile(Optional.empty()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Stop all servers");
    assertThat(restored.restores().epoch()).isZero();
  }
}
