package tender.cli.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tender.cli.input.InputReader;
import tender.cli.input.Printable;

/**
 * Where the market is and who asks.
 *
 * @param servers any of them will do; they are tried in turn
 * @param ca the certificates that are trusted; empty for those that Java trusts
 */
public record ConnectionSettings(List<URI> servers, String token, Optional<Path> ca) {
  static final String DEFAULT_SERVER = "http://127.0.0.1:7480";

  ConnectionSettings {
    servers = List.copyOf(servers);
  }

  /** A token in the environment would be a secret that a log shows. */
  @Override
  public String toString() {
    return "Connection" + servers;
  }

  /**
   * From the option, else the environment, else the file.
   *
   * @param home the folder in which {@code .config/tender/config.yaml} is looked for
   */
  static ConnectionSettings find(@Nullable String option, Map<String, String> environment, Path home) {
    ClientConfigFile config = readConfig(home.resolve(".config/tender/config.yaml"));
    String servers =
        firstOf(option, environment.get("TENDER_SERVER"), config.server()).orElse(DEFAULT_SERVER);
    String token =
        firstOf(environment.get("TENDER_TOKEN"), config.token())
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "There is no token to show to the market.\n"
                            + "Put it into the environment as TENDER_TOKEN, or as \"token: ...\""
                            + " into ~/.config/tender/config.yaml."));
    if (!token.chars().allMatch(character -> character > ' ' && character < 127)) {
      throw new IllegalStateException(
          "The token has characters that no token has.\nMaybe a line end was copied with it.");
    }
    return new ConnectionSettings(
        Arrays.stream(servers.split(",")).map(server -> address(server.strip())).toList(),
        token,
        firstOf(environment.get("TENDER_CA"), config.ca()).map(Path::of));
  }

  private static Optional<String> firstOf(@Nullable String... texts) {
    for (@Nullable String text : texts) {
      if (text != null && !text.isBlank()) {
        return Optional.of(text);
      }
    }
    return Optional.empty();
  }

  private static URI address(String text) {
    try {
      URI address = URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
      boolean known = "http".equals(address.getScheme()) || "https".equals(address.getScheme());
      if (known && address.getHost() != null && address.getRawQuery() == null) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // Said below, together with what is an address of something else.
    }
    throw new IllegalStateException(
        "The server \""
            + Printable.of(text)
            + "\" is no address.\nGive such as https://tender.example.org:8443; several with"
            + " commas between them.");
  }

  private static ClientConfigFile readConfig(Path file) {
    if (!Files.exists(file)) {
      return new ClientConfigFile(null, null, null);
    }
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
      boolean shared =
          permissions.stream().anyMatch(permission -> !permission.name().startsWith("OWNER"));
      if (shared) {
        throw new IllegalStateException(
            file
                + " holds a token, and others may use it ("
                + PosixFilePermissions.toString(permissions)
                + ").\nMake it yours alone: chmod 600 "
                + file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Looking at " + file + " failed: " + e.getMessage(), e);
    }
    return InputReader.read(file.toString(), ClientConfigFile.class).content();
  }
}
