package tender.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tender.server.oidc.OidcSettings;

/**
 * The section {@code identity_provider} of a server's configuration.
 *
 * @param issuer the URL by which the provider names itself, without /.well-known
 * @param clientId the market's name at the provider
 * @param clientSecretFile a file whose first line is the client's secret
 * @param publicUrl where browsers reach this market
 * @param userNameClaim the claim that names new users; preferred_username by default
 * @param groupsClaim the claim with the groups of a user; groups by default
 * @param name the provider's name on the dashboard; the issuer's host by default
 */
public record IdentityProviderSection(
    String issuer,
    String clientId,
    Path clientSecretFile,
    String publicUrl,
    Optional<String> userNameClaim,
    Optional<String> groupsClaim,
    Optional<String> name) {
  private static final String DEFAULT_NAME_CLAIM = "preferred_username";
  private static final String DEFAULT_GROUPS_CLAIM = "groups";
  private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "[::1]");

  public IdentityProviderSection {
    require(issuer, "issuer", "the provider's URL, such as https://id.example.org/realms/lab");
    require(clientId, "client_id", "the name of this market's client at the provider");
    require(clientSecretFile, "client_secret_file", "a file with the client's secret");
    require(publicUrl, "public_url", "the URL of this market, such as https://tender.example.org");
  }

  private static void require(Object value, String setting, String meaning) {
    if (value == null) {
      throw new IllegalArgumentException(
          "The setting 'identity_provider.%s' is missing. Give %s.".formatted(setting, meaning));
    }
  }

  /** Fails if a setting is invalid. Reads no file. */
  void validate(Optional<Path> encryptionKeyFile) {
    if (encryptionKeyFile.isEmpty()) {
      throw new IllegalArgumentException(
          "The setting 'identity_provider' is given without 'encryption_key_file', with which the tokens of the identity provider are encrypted in the database. Create a key with: openssl rand -hex 32");
    }
    var _ = uri(issuer, "issuer");
    URI url = uri(publicUrl, "public_url");
    if (!String.valueOf(url.getRawPath()).isEmpty()) {
      throw new IllegalArgumentException(
          "The setting 'identity_provider.public_url' is '%s'; it must end after the host or the port, such as https://tender.example.org."
              .formatted(publicUrl));
    }
  }

  /** Tokens and codes are sent to these addresses, so they must be encrypted. */
  private static URI uri(String url, String setting) {
    try {
      URI uri = new URI(url);
      boolean isPlain = "http".equals(uri.getScheme()) && LOOPBACK.contains(uri.getHost());
      boolean isComplete =
          uri.getHost() != null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null
              && uri.getRawUserInfo() == null;
      if (isComplete && (isPlain || "https".equals(uri.getScheme()))) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Reported below.
    }
    throw new IllegalArgumentException(
        "The setting 'identity_provider.%s' is '%s'; it must be an https URL. Plain http is possible on loopback only."
            .formatted(setting, url));
  }

  /** Reads the client's secret. */
  OidcSettings settings() {
    URI provider = uri(issuer, "issuer");
    return new OidcSettings(
        provider,
        name.orElse(provider.getHost()),
        clientId,
        SecretFile.readPrivate(clientSecretFile, "identity_provider.client_secret_file"),
        userNameClaim.orElse(DEFAULT_NAME_CLAIM),
        groupsClaim.orElse(DEFAULT_GROUPS_CLAIM),
        origin(uri(publicUrl, "public_url")));
  }

  /** As browsers write it in the header Origin. */
  private static URI origin(URI url) {
    String host = url.getHost().toLowerCase(Locale.ROOT);
    boolean isDefaultPort =
        url.getPort() < 0 || url.getPort() == (url.getScheme().equals("https") ? 443 : 80);
    return URI.create(url.getScheme() + "://" + host + (isDefaultPort ? "" : ":" + url.getPort()));
  }
}
