package tender.app.live;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Grafana dashboard file: the queries of its panels, which can be tested without Grafana. */
final class GrafanaBoard {
  private GrafanaBoard() {}

  /** The queries of all panels with variables replaced, by panel and letter. */
  static Map<String, String> queries(Path file) {
    JsonNode board = JsonMapper.builder().build().readTree(file);
    Map<String, String> queries = new LinkedHashMap<>();
    for (JsonNode panel : board.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        String name = panel.path("title").asString() + "/" + target.path("refId").asString();
        String query =
            target
                .path("expr")
                .asString()
                .replace("$job", ".*")
                .replace("$__rate_interval", "5m")
                .replace("$__range", "5m");
        if (query.contains("$") || queries.put(name, query) != null) {
          throw new AssertionError(name + " is a duplicate, or uses an unknown variable.");
        }
      }
    }
    return queries;
  }
}
