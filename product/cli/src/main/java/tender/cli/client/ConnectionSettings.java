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
import tender.support.input.ParsedInput;
import tender.support.input.Printable;

/**
 * The addresses of the servers and the user's token.
 *
 * @param servers equivalent replicas, which are tried in turn
 * @param ca the trusted certificates; empty for those that Java trusts
 */
public record ConnectionSettings(List<URI> servers, String token, Optional<Path> ca) {
  static final String DEFAULT_SERVER = "http://127.0.0.1:7480";

  public ConnectionSettings {
    servers = List.copyOf(servers);
  }

  /** Leaves out the token, which must not appear in logs. */
  @Override
  public String toString() {
    return "Connection" + servers;
  }

  /**
   * Reads the settings from the option, else the environment, else the files. The token is that of
   * the environment, else of the user's login at these servers, else of the config file.
   *
   * @param home the user's home folder. The config file is {@code .config/tender/config.yaml} in
   *     it, or {@code tender/config.yaml} in the folder XDG_CONFIG_HOME.
   */
  static ConnectionSettings find(
      @Nullable String option, Map<String, String> environment, Path home) {
    Path file = configFile(environment, home);
    ClientConfigFile config = readConfig(file);
    Optional<SavedLogin> login = SavedLogin.read(SavedLogin.fileBeside(file));
    String servers = servers(option, environment, config, login);
    String token =
        firstOf(
                environment.get("TENDER_TOKEN"),
                login
                    .filter(saved -> saved.server().equals(servers))
                    .map(SavedLogin::token)
                    .orElse(null),
                config.token())
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "No token is configured.\nSet TENDER_TOKEN, or \"token: ...\" in "
                            + file
                            + ", or log in: tender login"));
    if (!token.chars().allMatch(character -> character > ' ' && character < 127)) {
      throw new IllegalStateException(
          "The token contains invalid characters.\nA line break may have been copied with it.");
    }
    return new ConnectionSettings(addresses(servers), token, ca(environment, config));
  }

  /** The servers of a user who has no token yet. */
  static ConnectionSettings findWithoutToken(
      @Nullable String option, Map<String, String> environment, Path home) {
    Path file = configFile(environment, home);
    ClientConfigFile config = readConfig(file);
    String servers =
        servers(option, environment, config, SavedLogin.read(SavedLogin.fileBeside(file)));
    return new ConnectionSettings(addresses(servers), "", ca(environment, config));
  }

  /** The servers as they are given. */
  static String serverText(@Nullable String option, Map<String, String> environment, Path home) {
    Path file = configFile(environment, home);
    return servers(
        option, environment, readConfig(file), SavedLogin.read(SavedLogin.fileBeside(file)));
  }

  static Path configFile(Map<String, String> environment, Path home) {
    return firstOf(environment.get("XDG_CONFIG_HOME"))
        .map(Path::of)
        .filter(Path::isAbsolute)
        .orElse(home.resolve(".config"))
        .resolve("tender/config.yaml");
  }

  private static String servers(
      @Nullable String option,
      Map<String, String> environment,
      ClientConfigFile config,
      Optional<SavedLogin> login) {
    return firstOf(
            option,
            environment.get("TENDER_SERVER"),
            config.server(),
            login.map(SavedLogin::server).orElse(null))
        .orElse(DEFAULT_SERVER);
  }

  private static Optional<Path> ca(Map<String, String> environment, ClientConfigFile config) {
    return firstOf(environment.get("TENDER_CA"), config.ca()).map(Path::of);
  }

  static List<URI> addresses(String servers) {
    return Arrays.stream(servers.split(",")).map(server -> address(server.strip())).toList();
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
      // Reported below, like other invalid addresses.
    }
    throw new IllegalStateException(
        "The server \"%s\" is not a valid address.\nUse for example https://tender.example.org:8443; separate several with commas."
            .formatted(Printable.of(text)));
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
            "%s contains a token and is accessible to other users (%s).\nRestrict it: chmod 600 %s"
                .formatted(file, PosixFilePermissions.toString(permissions), file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "Reading the permissions of " + file + " failed: " + e.getMessage(), e);
    }
    return ParsedInput.read(file.toString(), ClientConfigFile.class).content();
  }
}
