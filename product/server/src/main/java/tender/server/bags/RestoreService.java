package tender.server.bags;

import java.util.List;
import java.util.Optional;
import tender.core.model.BagId;
import tender.core.model.ProviderId;
import tender.server.audit.OperatorAudit;
import tender.server.engine.BagEventProcessor;
import tender.server.engine.MarketRules;
import tender.server.engine.ProviderDirectory;
import tender.server.model.RestoreFinding;
import tender.server.model.RestoreSituation;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.restore.FactsComparison;
import tender.server.store.restore.MarketFacts;

/**
 * What an operator does after the database was restored to an earlier time, before any server
 * starts on it.
 */
public final class RestoreService {
  private static final String CANCEL_REASON =
      "It was cancelled before the database was restored to an earlier time.";

  private final Database database;
  private final MarketRules rules;

  public RestoreService(Database database, MarketRules rules) {
    this.database = database;
    this.rules = rules;
  }

  /**
   * What is known about a restore.
   *
   * @param epoch when it was recorded, in milliseconds; 0 if there was no restore
   * @param findings also those without a loss
   * @param missingProviders the providers whose agents have not reported their journals yet
   */
  public record Report(
      long epoch, List<RestoreFinding> findings, List<ProviderId> missingProviders) {}

  /** The report about the latest restore. It is complete when no provider is missing. */
  public Report report() {
    long epoch = database.restores().epoch();
    return new Report(
        epoch,
        database.restores().findings(epoch),
        epoch == 0 ? List.of() : database.restores().notReconciled(epoch));
  }

  /**
   * Records a restore, so that agents report their journals. Revocations and cancellations that
   * were undone are repeated, because they protect the market and its users.
   *
   * @param before the state before the restore, if it can be read
   * @throws IllegalStateException if a server uses the database
   */
  public Report reconcile(Optional<MarketFactsSource> before) throws InterruptedException {
    if (database.agentConnections().hasRecentHeartbeat()) {
      throw new IllegalStateException(
          "A server uses the database. Stop all servers of the market, wait 15 seconds, and repeat"
              + " this before you start them.");
    }
    List<RestoreFinding> findings =
        before
            .map(
                source ->
                    FactsComparison.compare(
                        source.read(database.firstUncertainTransfer()), database.facts()))
            .orElseGet(() -> List.of(RestoreFinding.of(RestoreSituation.NOT_COMPARED, "database")));
    database.restores().add(database.restores().begin(), "", findings);
    for (RestoreFinding finding : findings) {
      repeat(finding);
    }
    return report();
  }

  /** Reads the state before the restore. */
  public interface MarketFactsSource {
    MarketFacts read(long fromTransfer);
  }

  /**
   * Revokes a token.
   *
   * @param token the user and the name, which has no space
   */
  private void revokeToken(String token) {
    int end = token.lastIndexOf(' ');
    database.accessTokens().revoke(new UserId(token.substring(0, end)), token.substring(end + 1));
  }

  private void repeat(RestoreFinding finding) throws InterruptedException {
    switch (finding.situation()) {
      case USER_REVOCATION_LOST, TOKEN_LOST ->
          database.users().revoke(new UserId(finding.subject()));
      case ACCESS_TOKEN_REVOCATION_LOST -> revokeToken(finding.subject());
      case PROVIDER_REVOCATION_LOST ->
          database.providers().revoke(new ProviderId(finding.subject()));
      case CERTIFICATE_REVOCATION_LOST -> database.agentCertificates().revoke(finding.subject());
      case CANCELLATION_LOST -> cancel(new BagId(finding.bag()));
      default -> {}
    }
  }

  private void cancel(BagId bag) throws InterruptedException {
    ProviderDirectory providers =
        new ProviderDirectory(
            database.agentConnections(), database.providers(), database.auction(), rules);
    try (BagEventProcessor processor =
        new BagEventProcessor(database.store(), providers, (_, _) -> {})) {
      boolean isCancelled =
          new BagAdministrationService(database, processor).tryCancel(bag, CANCEL_REASON);
      OperatorAudit.record(database, "cancel", "bag " + bag + ": " + CANCEL_REASON, isCancelled);
    }
  }
}
