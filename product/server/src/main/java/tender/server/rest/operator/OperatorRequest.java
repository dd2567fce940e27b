package tender.server.rest.operator;

import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tender.core.model.OrganisationId;
import tender.core.model.ProviderId;
import tender.server.model.UserId;
import tender.server.rest.request.AuditDetail;
import tender.server.rest.request.RequestBody;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;

/** Reads what requests of operators share. */
final class OperatorRequest {
  private static final long MAX_BYTES = 16 << 10;
  private static final int MAX_ORGANISATIONS = 20;

  private OperatorRequest() {}

  private record OrganisationsJson(@Nullable List<@Nullable String> organisations) {}

  static <T> T body(ServerRequest request, Class<T> type) {
    return RequestBody.json(request, MAX_BYTES, type);
  }

  /** The user in the path. */
  static UserId user(ServerRequest request) {
    String name = parameter(request, "user");
    try {
      return new UserId(name);
    } catch (IllegalArgumentException e) {
      throw ProblemException.notFound(
          "There is no user with this name.", "GET /v1/operator/users lists all users.");
    }
  }

  /** The provider in the path. */
  static ProviderId provider(ServerRequest request) {
    return provider(parameter(request, "provider"));
  }

  static ProviderId provider(String name) {
    try {
      return new ProviderId(name);
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "\""
              + ResponseJson.abbreviate(name)
              + "\" cannot be the name of a provider: "
              + e.getMessage(),
          "Choose another name.");
    }
  }

  static String parameter(ServerRequest request, String name) {
    return request.path().pathParameters().get(name);
  }

  /** The organisations that a request sets, which the audit log names. */
  static List<OrganisationId> newOrganisations(ServerRequest request) {
    List<OrganisationId> organisations =
        organisations(body(request, OrganisationsJson.class).organisations());
    AuditDetail.add(request, organisations.toString());
    return organisations;
  }

  /** The organisations in a body; none if the field is missing. */
  static List<OrganisationId> organisations(@Nullable List<@Nullable String> names) {
    if (names == null) {
      return List.of();
    }
    if (names.size() > MAX_ORGANISATIONS) {
      throw ProblemException.unprocessable(
          "There are %d organisations, but at most %d are possible."
              .formatted(names.size(), MAX_ORGANISATIONS),
          "Leave some out.");
    }
    try {
      return names.stream()
          .map(name -> new OrganisationId(Objects.requireNonNullElse(name, "")))
          .toList();
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "organisations has an invalid name: " + e.getMessage(), "Correct it.");
    }
  }

  static void done(ServerResponse response) {
    response.status(Status.NO_CONTENT_204);
    response.send();
  }
}
