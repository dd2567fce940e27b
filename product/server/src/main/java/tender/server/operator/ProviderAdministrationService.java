package tender.server.operator;

import static tender.server.bags.DatabaseErrorMapper.mapErrors;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import tender.bagfile.Digest;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.core.promise.TrackRecord;
import tender.protocol.EnrolmentToken;
import tender.server.api.ApiException;
import tender.server.api.operator.ManagedCertificate;
import tender.server.api.operator.ManagedProvider;
import tender.server.api.operator.ProviderAdministration;
import tender.server.store.Database;
import tender.server.store.identity.RegisteredCertificate;
import tender.server.store.identity.RegisteredProvider;

/** Manages providers in the database. */
public final class ProviderAdministrationService implements ProviderAdministration {
  private static final String LIST_ADVICE = "tender operator providers lists all providers.";

  private final Database database;
  private final Supplier<Digest> fingerprint;

  /**
   * @param fingerprint of the market's certificate authority, by which agents recognise the server
   */
  public ProviderAdministrationService(Database database, Supplier<Digest> fingerprint) {
    this.database = database;
    this.fingerprint = fingerprint;
  }

  @Override
  public List<ManagedProvider> list() {
    return mapErrors(
        () -> {
          List<ProviderId> connected = database.agentConnections().connectedProviders();
          Map<ProviderId, TrackRecord> records = database.providers().trackRecords();
          return database.providers().list().stream()
              .map(
                  one ->
                      new ManagedProvider(
                          one.id(),
                          state(one, connected.contains(one.id())),
                          records.getOrDefault(one.id(), TrackRecord.NONE),
                          one.organisations()))
              .toList();
        });
  }

  private static ManagedProvider.State state(RegisteredProvider provider, boolean isConnected) {
    if (provider.isRevoked()) {
      return ManagedProvider.State.REVOKED;
    }
    if (isConnected) {
      return ManagedProvider.State.CONNECTED;
    }
    return provider.isEnrolled() ? ManagedProvider.State.OFFLINE : ManagedProvider.State.ADDED;
  }

  @Override
  public String add(ProviderId provider, long validMillis, List<OrganisationId> organisations) {
    return mapErrors(
        () -> {
          String secret =
              database
                  .providers()
                  .add(provider, validMillis)
                  .orElseThrow(
                      () ->
                          ApiException.conflict(
                              "Provider '%s' is revoked, which is permanent."
                                  .formatted(provider.value()),
                              "Choose another name."));
          if (!organisations.isEmpty()) {
            database.providers().setOrganisations(provider, organisations);
          }
          return new EnrolmentToken(secret, fingerprint.get()).text();
        });
  }

  @Override
  public void revoke(ProviderId provider) {
    if (!mapErrors(() -> database.providers().revoke(provider))) {
      throw ApiException.notFound(
          "Provider '%s' does not exist or is already revoked.".formatted(provider.value()),
          LIST_ADVICE);
    }
  }

  @Override
  public void setOrganisations(ProviderId provider, List<OrganisationId> organisations) {
    if (!mapErrors(() -> database.providers().setOrganisations(provider, organisations))) {
      throw ApiException.notFound(
          "Provider '%s' does not exist.".formatted(provider.value()), LIST_ADVICE);
    }
  }

  @Override
  public List<ManagedCertificate> certificates() {
    return mapErrors(() -> database.agentCertificates().list()).stream()
        .map(ProviderAdministrationService::managed)
        .toList();
  }

  private static ManagedCertificate managed(RegisteredCertificate one) {
    return new ManagedCertificate(
        one.certificate().provider(),
        one.certificate().serial(),
        switch (one.state()) {
          case UNUSED -> ManagedCertificate.State.UNUSED;
          case ACTIVE -> ManagedCertificate.State.ACTIVE;
          case REPLACED, AUTHORITY_REPLACED -> ManagedCertificate.State.REPLACED;
          case REVOKED -> ManagedCertificate.State.REVOKED;
        },
        one.issuedMillis(),
        one.certificate().expiresMillis());
  }

  @Override
  public ProviderId revokeCertificate(String serial) {
    return mapErrors(() -> database.agentCertificates().revoke(serial))
        .orElseThrow(
            () ->
                ApiException.notFound(
                    "There is no such certificate, or it is already revoked.",
                    "tender operator certificates lists all certificates."));
  }
}
