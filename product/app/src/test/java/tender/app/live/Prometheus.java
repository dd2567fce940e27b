package tender.app.live;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Debian's Prometheus as a process of the test; it scrapes the given jobs every second. */
final class Prometheus implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Process process;
  private final int port;

  private Prometheus(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /** A scrape job: an address, and optionally a file with the token. */
  record Job(String address, String tokenFile) {
    String yaml(String name) {
      String token =
          tokenFile.isEmpty() ? "" : "\n    authorization: {credentials_file: '" + tokenFile + "'}";
      return "  - job_name: "
          + name
          + token
          + "\n    static_configs: [{targets: ['"
          + address
          + "']}]\n";
    }
  }

  static Prometheus start(Path folder, int port, Map<String, Job> jobs, List<Path> rules)
      throws IOException {
    Path configuration = folder.resolve("prometheus.yml");
    Files.writeString(
        configuration,
        "global: {scrape_interval: 1s, evaluation_interval: 1s}\nrule_files: ["
            + rules.stream().map(rule -> "'" + rule + "'").collect(Collectors.joining(", "))
            + "]\nscrape_configs:\n"
            + jobs.entrySet().stream()
                .map(job -> job.getValue().yaml(job.getKey()))
                .collect(Collectors.joining()));
    Process process =
        new ProcessBuilder(
                "prometheus",
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + folder.resolve("prometheus"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    return new Prometheus(process, port);
  }

  /** The current series of a query. */
  JsonNode query(String query) throws IOException, InterruptedException {
    JsonNode answer =
        ask("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    if (!answer.path("status").asString().equals("success")) {
      throw new AssertionError(query + " is not a valid query: " + answer);
    }
    return answer.path("data").path("result");
  }

  /** The loaded rules. */
  JsonNode rules() throws IOException, InterruptedException {
    return ask("/api/v1/rules").path("data").path("groups");
  }

  private JsonNode ask(String path) throws IOException, InterruptedException {
    HttpResponse<String> response = get("http://127.0.0.1:" + port + path, "");
    // Until Prometheus has started, it answers with plain text.
    if (response.statusCode() == HttpURLConnection.HTTP_UNAVAILABLE) {
      throw new IOException("Prometheus is not ready: " + response.body());
    }
    return JSON.readTree(response.body());
  }

  /** The output of {@code promtool} for a text of metrics; empty if the text is valid. */
  static String lint(Path folder, String metrics) throws IOException, InterruptedException {
    Path text = folder.resolve("metrics.txt");
    Path output = folder.resolve("promtool.txt");
    Files.writeString(text, metrics);
    Process lint =
        new ProcessBuilder("promtool", "check", "metrics")
            .redirectInput(text.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!lint.waitFor(30, TimeUnit.SECONDS)) {
      lint.destroyForcibly();
      throw new AssertionError("promtool timed out.");
    }
    return Files.readString(output) + (lint.exitValue() == 0 ? "" : "exit " + lint.exitValue());
  }

  /** Sends a GET request, with a token unless it is empty. */
  static HttpResponse<String> get(String url, String token)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
