package tender.server.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jwt.JWTClaimsSet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract with a small provider, and what a hostile one may send. */
class OidcProviderTest extends OidcProviderContract {
  private final TestIdentityProvider identities = new TestIdentityProvider();
  private final OidcProvider provider = new OidcProvider(settings(identities.issuer()));

  private static OidcSettings settings(URI issuer) {
    return new OidcSettings(
        issuer,
        "test",
        TestIdentityProvider.CLIENT,
        TestIdentityProvider.SECRET,
        "preferred_username",
        "groups",
        URI.create("http://127.0.0.1:1"));
  }

  @AfterEach
  void close() {
    identities.close();
  }

  @Override
  protected OidcProvider provider() {
    return provider;
  }

  @Override
  protected URI logIn(URI authorizationUrl) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return URI.create(
          http.send(HttpRequest.newBuilder(authorizationUrl).build(), BodyHandlers.discarding())
              .headers()
              .firstValue("Location")
              .orElseThrow());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  protected void approve(DeviceAuthorization device) {
    identities.approve(device.userCode());
  }

  @Override
  protected void disableAnn() {
    identities.disable("ann");
  }

  @Override
  protected void enableAnn() {
    identities.enable("ann");
  }

  private void assertRefused(String part) {
    URI back = logIn(provider.authorizationUrl("s".repeat(20), "n".repeat(20), "v".repeat(50)));
    String code = back.getRawQuery().replaceAll(".*code=([^&]*).*", "$1");
    assertThatThrownBy(() -> provider.exchange(code, "n".repeat(20), "v".repeat(50)))
        .as(part)
        .isInstanceOf(GrantRefusedException.class)
        .hasMessageContaining("ID token is not valid");
  }

  @Test
  void tokensThatAreNotForThisMarketAreRefused() {
    Map<String, UnaryOperator<JWTClaimsSet.Builder>> wrong =
        Map.of(
            "issuer", claims -> claims.issuer("http://127.0.0.1:2"),
            "audience", claims -> claims.audience("another"),
            "party", claims -> claims.audience(List.of("tender", "x")).claim("azp", "x"),
            "nonce", claims -> claims.claim("nonce", null),
            "expired", claims -> claims.claim("exp", 1L),
            "subject", claims -> claims.subject(null));
    wrong.forEach(
        (part, change) -> {
          identities.claims(change);
          assertRefused(part);
        });
  }

  @Test
  void tokenWithTheSignatureOfAnotherKeyIsRefused() {
    identities.signWithUnknownKey();
    assertRefused("key");
  }

  private List<String> groups(@Nullable Object claim) {
    identities.claims(claims -> claims.claim("groups", claim));
    URI back = logIn(provider.authorizationUrl("s".repeat(20), "n".repeat(20), "v".repeat(50)));
    String code = back.getRawQuery().replaceAll(".*code=([^&]*).*", "$1");
    return provider
        .exchange(code, "n".repeat(20), "v".repeat(50))
        .identity()
        .groups()
        .orElseThrow();
  }

  @Test
  void deviceCodeWithoutItsVerifierIsWorthless() {
    DeviceAuthorization device = provider.startDevice();
    approve(device);
    String stolen = device.secret().replaceAll(" .*", " " + "another-".repeat(6));
    assertThat(provider.pollDevice(stolen)).isInstanceOf(DeviceResult.Refused.class);
    assertThat(provider.pollDevice(device.secret())).isInstanceOf(DeviceResult.Granted.class);
  }

  @Test
  void groupsAreNamesAndNothingElse() {
    assertThat(groups(List.of("/physics", "/Quantum Chemistry", "/physics")))
        .containsExactly("/Quantum Chemistry", "/physics");
    assertThat(groups("one")).containsExactly("one");
    assertThat(groups(null)).isEmpty();
    assertThat(groups(7)).isEmpty();
    assertThat(groups(Map.of("physics", true))).isEmpty();
    assertThat(groups(List.of(" ", "a\nb", "x".repeat(201), 3, List.of("nested"), "right")))
        .containsExactly("right");
    assertThat(groups(IntStream.range(0, 2_000).mapToObj(i -> "g" + i).toList())).hasSize(1_000);
  }

  @Test
  void documentOfAnotherIssuerIsRefused() {
    URI other = URI.create(identities.issuer().toString().replace("127.0.0.1", "localhost"));
    assertThatThrownBy(() -> new OidcProvider(settings(other)).discover())
        .isInstanceOf(ProviderUnavailableException.class)
        .hasMessageContaining("localhost");
  }

  @Test
  void providerThatIsDownIsUnavailable() {
    identities.down(true);
    assertThatThrownBy(provider::discover).isInstanceOf(ProviderUnavailableException.class);
  }

  @Test
  void wrongSecretOfTheClientIsNoFaultOfThePerson() {
    OidcSettings right = settings(identities.issuer());
    OidcProvider misconfigured =
        new OidcProvider(
            new OidcSettings(
                right.issuer(),
                "test",
                right.clientId(),
                "wrong",
                right.userNameClaim(),
                right.groupsClaim(),
                right.publicUrl()));
    assertThatThrownBy(() -> misconfigured.exchange("code", "n".repeat(20), "v".repeat(50)))
        .isInstanceOf(ProviderUnavailableException.class)
        .hasMessageContaining("refused the client tender");
  }
}
