package tender.server.rest.operator;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.server.api.operator.ManagedCertificate;
import tender.server.api.operator.ManagedProvider;
import tender.server.api.operator.ProviderAdministration;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.request.AuditDetail;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;
import tender.support.http.Route;

/** Routes for the providers of the market, and for the certificates of their agents. */
final class ProviderRoutes {
  private static final int DEFAULT_HOURS = 24;
  private static final int MAX_HOURS = 365 * 24;

  private final ProviderAdministration api;
  private final RequestAuthenticator authenticator;

  ProviderRoutes(ProviderAdministration api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/operator/providers", this::list),
        Route.post("/v1/operator/providers", this::add),
        Route.post("/v1/operator/providers/{provider}/revoke", this::revoke),
        Route.put("/v1/operator/providers/{provider}/organisations", this::setOrganisations),
        Route.get("/v1/operator/certificates", this::certificates),
        Route.post("/v1/operator/certificates/{serial}/revoke", this::revokeCertificate));
  }

  private record ProvidersJson(List<ProviderJson> providers) {}

  private record ProviderJson(
      String provider, String state, int kept, int late, List<String> organisations) {
    static ProviderJson of(ManagedProvider one) {
      return new ProviderJson(
          one.provider().value(),
          ResponseJson.wireName(one.state()),
          one.record().kept(),
          one.record().late(),
          one.organisations().stream().map(OrganisationId::value).toList());
    }
  }

  private record NewProviderJson(
      @Nullable String provider,
      @Nullable Integer hours,
      @Nullable List<@Nullable String> organisations) {}

  private record AddedJson(String provider, String token) {}

  private record CertificatesJson(List<CertificateJson> certificates) {}

  private record CertificateJson(
      String provider, String serial, String state, Instant issued, Instant expires) {
    static CertificateJson of(ManagedCertificate one) {
      return new CertificateJson(
          one.provider().value(),
          one.serial(),
          ResponseJson.wireName(one.state()),
          Instant.ofEpochMilli(one.issuedMillis()),
          Instant.ofEpochMilli(one.expiresMillis()));
    }
  }

  private record RevokedJson(String provider) {}

  private void list(ServerRequest request, ServerResponse response) {
    authenticator.auditor(request);
    HttpResponses.json(
        response, new ProvidersJson(api.list().stream().map(ProviderJson::of).toList()));
  }

  private void add(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    NewProviderJson body = OperatorRequest.body(request, NewProviderJson.class);
    ProviderId provider =
        OperatorRequest.provider(RequestValues.required("provider", body.provider()));
    int hours = body.hours() == null ? DEFAULT_HOURS : body.hours();
    if (hours < 1 || hours > MAX_HOURS) {
      throw ProblemException.unprocessable(
          "hours is " + hours + ".", "Give a whole number from 1 to " + MAX_HOURS + ", a year.");
    }
    AuditDetail.add(request, provider.value());
    String token =
        api.add(
            provider,
            TimeUnit.HOURS.toMillis(hours),
            OperatorRequest.organisations(body.organisations()));
    response.status(Status.CREATED_201);
    HttpResponses.json(response, new AddedJson(provider.value(), token));
  }

  private void revoke(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    api.revoke(OperatorRequest.provider(request));
    OperatorRequest.done(response);
  }

  private void setOrganisations(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    api.setOrganisations(
        OperatorRequest.provider(request), OperatorRequest.newOrganisations(request));
    OperatorRequest.done(response);
  }

  private void certificates(ServerRequest request, ServerResponse response) {
    authenticator.auditor(request);
    HttpResponses.json(
        response,
        new CertificatesJson(api.certificates().stream().map(CertificateJson::of).toList()));
  }

  private void revokeCertificate(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    ProviderId provider = api.revokeCertificate(OperatorRequest.parameter(request, "serial"));
    AuditDetail.add(request, "provider " + provider.value());
    HttpResponses.json(response, new RevokedJson(provider.value()));
  }
}
