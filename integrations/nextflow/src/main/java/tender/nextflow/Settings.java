package tender.nextflow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import nextflow.util.Duration;

/**
 * The scope {@code tender} of {@code nextflow.config}. The address and the token may also be in
 * TENDER_SERVER and TENDER_TOKEN, or in the command line's file.
 */
record Settings(
    String server,
    String token,
    String dataset,
    String deadline,
    String budget,
    long defaultTimeMillis,
    long collectMillis,
    long waitMillis,
    long promiseMillis) {

  static Settings of(Map<?, ?> config, Map<String, String> environment) throws IOException {
    Map<?, ?> scope = config.get("tender") instanceof Map<?, ?> found ? found : Map.of();
    Map<String, String> file = readUserFile(environment);
    String server =
        first(text(scope, "server"), environment.get("TENDER_SERVER"), file.get("server"));
    String token = first(text(scope, "token"), environment.get("TENDER_TOKEN"), file.get("token"));
    if (token.isEmpty()) {
      throw new IllegalArgumentException(
          "No token is configured. Set TENDER_TOKEN, or token in ~/.config/tender/config.yaml.");
    }
    return new Settings(
        server.isEmpty() ? "http://127.0.0.1:7480" : server,
        token,
        text(scope, "dataset"),
        text(scope, "deadline"),
        text(scope, "budget"),
        millis(scope, "defaultTime", "10m"),
        millis(scope, "collectTime", "1s"),
        millis(scope, "waitTime", "60s"),
        millis(scope, "promiseTime", "10m"));
  }

  private static String text(Map<?, ?> scope, String name) {
    Object value = scope.get(name);
    return value == null ? "" : value.toString();
  }

  private static long millis(Map<?, ?> scope, String name, String unset) {
    String text = text(scope, name);
    return Duration.of(text.isEmpty() ? unset : text).toMillis();
  }

  private static String first(String... texts) {
    for (String text : texts) {
      if (text != null && !text.isBlank()) {
        return text.strip();
      }
    }
    return "";
  }

  /** The file has one value in each line. */
  private static Map<String, String> readUserFile(Map<String, String> environment)
      throws IOException {
    String home = environment.getOrDefault("HOME", "");
    Path folder =
        Path.of(
            Optional.ofNullable(environment.get("XDG_CONFIG_HOME"))
                .filter(text -> text.startsWith("/"))
                .orElse(home + "/.config"));
    Path file = folder.resolve("tender/config.yaml");
    Map<String, String> values = new java.util.HashMap<>();
    if (Files.isReadable(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split(":\\s+", 2);
        if (parts.length == 2 && !line.startsWith("#")) {
          values.put(parts[0], parts[1].strip().replaceAll("^[\"']|[\"']$", ""));
        }
      }
    }
    return values;
  }
}
