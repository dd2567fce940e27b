package tender.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tender.cli.client.response.ProjectResponse;
import tools.jackson.databind.json.JsonMapper;

/** The requests about projects. */
public final class ProjectClient {
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);
  private static final JsonMapper MAPPER = new JsonMapper();

  private final HttpTransport transport;

  ProjectClient(HttpTransport transport) {
    this.transport = transport;
  }

  /** What an operator sets for a new project. */
  public record Settings(
      String title,
      @Nullable Instant starts,
      @Nullable Instant ends,
      boolean showsBags,
      List<String> groups,
      ProjectResponse.Quotas quotas) {}

  private record SettingsJson(
      String title,
      @Nullable String starts,
      @Nullable String ends,
      boolean showsBags,
      List<String> groups,
      ProjectResponse.Quotas quotas) {
    static SettingsJson of(Settings given) {
      return new SettingsJson(
          given.title,
          given.starts == null ? null : given.starts.toString(),
          given.ends == null ? null : given.ends.toString(),
          given.showsBags,
          given.groups,
          given.quotas);
    }
  }

  private record NewProject(String id, SettingsJson settings, @Nullable String manager) {}

  private record Role(@Nullable String role) {}

  private record Limit(@Nullable String limit) {}

  private record Amount(String amount) {}

  public ProjectResponse.Listing list() {
    return send("/v1/projects", request -> request, ProjectResponse.Listing.class);
  }

  public ProjectResponse find(String project) {
    return send(path(project), request -> request, ProjectResponse.class);
  }

  public ProjectResponse create(String project, Settings settings, Optional<String> manager) {
    return send(
        "/v1/projects",
        request ->
            request.POST(
                json(new NewProject(project, SettingsJson.of(settings), manager.orElse(null)))),
        ProjectResponse.class);
  }

  /** Replaces the settings of a project. */
  public ProjectResponse change(String project, Settings settings) {
    return send(
        path(project),
        request -> request.PUT(json(SettingsJson.of(settings))),
        ProjectResponse.class);
  }

  /** Deposits credits once, however often the request is sent. */
  public ProjectResponse deposit(String project, String amount, Optional<String> key) {
    return send(
        path(project) + "/deposits",
        request ->
            request
                .header("Idempotency-Key", key.orElseGet(() -> UUID.randomUUID().toString()))
                .POST(json(new Amount(amount))),
        ProjectResponse.class);
  }

  public ProjectResponse addMember(String project, String user, String role) {
    return send(
        memberPath(project, user),
        request -> request.PUT(json(new Role(role))),
        ProjectResponse.class);
  }

  public ProjectResponse setLimit(String project, String user, Optional<String> limit) {
    return send(
        memberPath(project, user) + "/limit",
        request -> request.PUT(json(new Limit(limit.orElse(null)))),
        ProjectResponse.class);
  }

  public void removeMember(String project, String user) {
    try (InputStream answer =
        transport.send(
            memberPath(project, user), request -> request.timeout(REQUEST_TIMEOUT).DELETE())) {
      answer.readAllBytes();
    } catch (IOException e) {
      throw cutOff(e);
    }
  }

  /** The usage of some days; without days the latest month. */
  public ProjectResponse.UsageListing usage(
      String project, Optional<String> from, Optional<String> until) {
    String query =
        from.map(day -> "from=" + encoded(day)).orElse("")
            + until.map(day -> (from.isPresent() ? "&" : "") + "until=" + encoded(day)).orElse("");
    return send(
        path(project) + "/usage" + (query.isEmpty() ? "" : "?" + query),
        request -> request,
        ProjectResponse.UsageListing.class);
  }

  public ProjectResponse.BagListing bags(String project) {
    return send(path(project) + "/bags", request -> request, ProjectResponse.BagListing.class);
  }

  private static String path(String project) {
    return "/v1/projects/" + encoded(project);
  }

  private static String memberPath(String project, String user) {
    return path(project) + "/members/" + encoded(user);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static HttpRequest.BodyPublisher json(Object body) {
    return BodyPublishers.ofByteArray(MAPPER.writeValueAsBytes(body));
  }

  private <T> T send(String path, UnaryOperator<HttpRequest.Builder> request, Class<T> type) {
    try (InputStream answer =
        transport.send(
            path,
            builder ->
                request
                    .apply(builder)
                    .timeout(REQUEST_TIMEOUT)
                    .header("Content-Type", "application/json"))) {
      return MAPPER.readValue(answer, type);
    } catch (IOException e) {
      throw cutOff(e);
    }
  }

  private static UncheckedIOException cutOff(IOException e) {
    return new UncheckedIOException("The response was cut off: " + e.getMessage(), e);
  }
}
