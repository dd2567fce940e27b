package tender.cli.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.support.files.AtomicFile;
import tender.support.input.ParsedInput;
import tools.jackson.databind.json.JsonMapper;

/**
 * The session of a user who has logged in, in a file beside the config file, which only its owner
 * can read.
 *
 * @param server the servers as they were given when the user logged in; the token is sent to no
 *     others
 */
public record SavedLogin(String server, String token, String user) {
  private static final JsonMapper MAPPER = new JsonMapper();

  /** The fields of the file, as raw text. */
  private record Fields(@Nullable String server, @Nullable String token, @Nullable String user) {}

  static Path fileBeside(Path config) {
    return config.resolveSibling("login.yaml");
  }

  /** Reads the file; empty if the user has not logged in. */
  static Optional<SavedLogin> read(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Fields fields = ParsedInput.read(file.toString(), Fields.class).content();
    if (fields.server() == null || fields.token() == null || fields.user() == null) {
      return Optional.empty();
    }
    return Optional.of(new SavedLogin(fields.server(), fields.token(), fields.user()));
  }

  void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot create the folder of " + file + ".", e);
    }
    // Every JSON text is also YAML.
    AtomicFile.replace(file, MAPPER.writeValueAsString(this) + "\n");
  }

  /** Leaves out the token, which must not appear in logs. */
  @Override
  public String toString() {
    return "SavedLogin[" + server + ", " + user + "]";
  }
}
