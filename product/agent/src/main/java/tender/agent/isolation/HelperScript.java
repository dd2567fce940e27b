package tender.agent.isolation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Programs that the administrator installs, so that the agent needs few rights. */
public enum HelperScript {
  /** Runs tasks under the accounts of their users. */
  LAUNCHER("tender-launcher"),
  /** Makes reservations in Slurm. */
  RESERVATIONS("tender-reservations");

  private static final String CLUSTER = "\nSLURM_CONF=''\n";

  private final String resource;

  HelperScript(String resource) {
    this.resource = resource;
  }

  /**
   * The program's text.
   *
   * @param configuration the slurm.conf of the cluster, if Slurm's commands do not find it
   */
  public String text(Optional<Path> configuration) {
    String text = read();
    if (configuration.isEmpty()) {
      return text;
    }
    String path = configuration.get().toString();
    if (!text.contains(CLUSTER) || !path.matches("/[\\w./+@-]+")) {
      throw new IllegalArgumentException(
          "The file '%s' cannot be named in %s: the path must be absolute, of letters, digits and . / + @ _ -, and the launcher gets it from the agent."
              .formatted(path, resource));
    }
    return text.replace(CLUSTER, "\nSLURM_CONF='" + path + "'\n");
  }

  private String read() {
    try (InputStream script = HelperScript.class.getResourceAsStream(resource)) {
      if (script == null) {
        throw new IllegalStateException("The program does not contain " + resource + ".");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("The program's resource " + resource + " is unreadable.", e);
    }
  }
}
