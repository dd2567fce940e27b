package tender.agent.container;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The variables that an image sets for its processes. */
final class ImageEnvironment {
  private static final String FILE = "environment";
  private static final int MAX_CONFIG_BYTES = 4 << 20;
  private static final int MAX_BYTES = 64 << 10;
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final String DEFAULT_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /** Set by the agent; HOME of an image is not writable. TERM promises a terminal. */
  private static final Pattern RESERVED =
      Pattern.compile("TENDER_.*|SLURM_.*|SGE_.*|HOME|TMPDIR|SHELL|TERM");

  private static final JsonMapper MAPPER = new JsonMapper();

  private ImageEnvironment() {}

  /** Reads the variables that umoci has written, and stores them in an image's folder. */
  static void copy(Path config, Path folder) throws IOException {
    Map<String, String> variables = new TreeMap<>();
    variables.put("PATH", DEFAULT_PATH);
    try (InputStream in = Files.newInputStream(config, LinkOption.NOFOLLOW_LINKS)) {
      JsonNode process = MAPPER.readTree(in.readNBytes(MAX_CONFIG_BYTES)).path("process");
      for (JsonNode variable : process.path("env")) {
        add(variable.asString(), variables);
      }
    } catch (JacksonException e) {
      throw new InvalidImageException("Its configuration cannot be read: " + e.getMessage());
    }
    List<String> lines = new ArrayList<>();
    variables.forEach((name, value) -> lines.add(name + "=" + value));
    String text = String.join("\0", lines);
    if (text.length() > MAX_BYTES) {
      throw new InvalidImageException("It sets variables of more than 64 KiB.");
    }
    Files.writeString(folder.resolve(FILE), text);
  }

  private static void add(String variable, Map<String, String> variables) {
    int equals = variable.indexOf('=');
    if (equals > 0 && variable.indexOf('\0') < 0) {
      String name = variable.substring(0, equals);
      if (NAME.matcher(name).matches() && !RESERVED.matcher(name).matches()) {
        variables.put(name, variable.substring(equals + 1));
      }
    }
  }

  /** The variables that are stored in an image's folder. */
  static Map<String, String> read(Path folder) throws IOException {
    Map<String, String> variables = new TreeMap<>();
    for (String variable : Files.readString(folder.resolve(FILE)).split("\0")) {
      int equals = variable.indexOf('=');
      variables.put(variable.substring(0, equals), variable.substring(equals + 1));
    }
    return variables;
  }
}
