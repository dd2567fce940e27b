package tender.server.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/**
 * A small identity provider on loopback: one client, people without passwords, refresh tokens that
 * can be used once. A test chooses who sits at the browser, and what is wrong with the next tokens.
 */
public final class TestIdentityProvider implements AutoCloseable {
  public static final String CLIENT = "tender";
  public static final String SECRET = "client-secret";

  private static final JsonMapper JSON = new JsonMapper();

  private final HttpServer http;
  private final RSAKey key = newKey();
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private final Map<String, String> refreshTokens = new ConcurrentHashMap<>();
  private final Map<String, Optional<String>> devices = new ConcurrentHashMap<>();
  private final Map<String, String> deviceChallenges = new ConcurrentHashMap<>();
  private final Set<String> disabled = ConcurrentHashMap.newKeySet();
  private final AtomicInteger refreshes = new AtomicInteger();
  private volatile String person = "ann";
  private volatile boolean isDown;
  private volatile UnaryOperator<JWTClaimsSet.Builder> claims = UnaryOperator.identity();
  private volatile RSAKey signingKey = key;

  public TestIdentityProvider() {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::handle);
    http.start();
  }

  static RSAKey newKey() {
    try {
      return new RSAKeyGenerator(2048).keyID("one").generate();
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  public URI issuer() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** The person who sits at all browsers. */
  public void person(String name) {
    person = name;
  }

  public void disable(String name) {
    disabled.add(name);
  }

  public void enable(String name) {
    disabled.remove(name);
  }

  public void down(boolean down) {
    isDown = down;
  }

  /** Changes the claims of all ID tokens from now on. */
  public void claims(UnaryOperator<JWTClaimsSet.Builder> change) {
    claims = change;
  }

  /** Signs all ID tokens with another key from now on, which is not published. */
  public void signWithUnknownKey() {
    signingKey = newKey();
  }

  public int refreshes() {
    return refreshes.get();
  }

  /** The person enters the code of a device. */
  public void approve(String userCode) {
    devices.put(userCode, Optional.of(person));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (isDown) {
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      Map<String, String> query = form(exchange.getRequestURI().getRawQuery());
      switch (exchange.getRequestURI().getPath()) {
        case "/.well-known/openid-configuration" -> send(exchange, 200, discovery());
        case "/keys" -> send(exchange, 200, new JWKSet(key.toPublicJWK()).toJSONObject());
        case "/authorize" -> authorize(exchange, query);
        case "/token" -> token(exchange);
        case "/device" -> device(exchange);
        case "/revoke" -> {
          refreshTokens.remove(body(exchange).get("token"));
          exchange.sendResponseHeaders(200, -1);
        }
        default -> exchange.sendResponseHeaders(404, -1);
      }
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private Map<String, Object> discovery() {
    Map<String, Object> document = new HashMap<>();
    document.put("issuer", issuer().toString());
    document.put("authorization_endpoint", issuer() + "/authorize");
    document.put("token_endpoint", issuer() + "/token");
    document.put("jwks_uri", issuer() + "/keys");
    document.put("device_authorization_endpoint", issuer() + "/device");
    document.put("revocation_endpoint", issuer() + "/revoke");
    document.put("end_session_endpoint", issuer() + "/logout");
    document.put("response_types_supported", List.of("code"));
    document.put("subject_types_supported", List.of("public"));
    document.put("id_token_signing_alg_values_supported", List.of("RS256"));
    document.put("authorization_response_iss_parameter_supported", true);
    return document;
  }

  /** Logs the person in, and sends the browser back. */
  private void authorize(HttpExchange exchange, Map<String, String> query) throws IOException {
    String code = UUID.randomUUID().toString();
    Map<String, String> issued = new HashMap<>(query);
    issued.put("person", person);
    codes.put(code, issued);
    String back =
        "%s?code=%s&state=%s&iss=%s"
            .formatted(
                query.get("redirect_uri"),
                code,
                query.get("state"),
                URLEncoder.encode(issuer().toString(), StandardCharsets.UTF_8));
    exchange.getResponseHeaders().add("Location", back);
    exchange.sendResponseHeaders(302, -1);
  }

  private void token(HttpExchange exchange) throws IOException, JOSEException {
    Map<String, String> body = body(exchange);
    if (!isClient(exchange)) {
      send(exchange, 401, Map.of("error", "invalid_client"));
      return;
    }
    switch (body.get("grant_type")) {
      case "authorization_code" -> exchangeCode(exchange, body);
      case "refresh_token" -> {
        refreshes.incrementAndGet();
        String name = refreshTokens.remove(body.get("refresh_token"));
        issue(exchange, Optional.ofNullable(name), Optional.empty());
      }
      default -> {
        String userCode = body.get("device_code").substring(1);
        Optional<String> name = devices.get(userCode);
        if (name == null
            || !challenge(body.get("code_verifier")).equals(deviceChallenges.get(userCode))) {
          send(exchange, 400, Map.of("error", "invalid_grant"));
        } else if (name.isEmpty()) {
          send(exchange, 400, Map.of("error", "authorization_pending"));
        } else {
          issue(exchange, name, Optional.empty());
        }
      }
    }
  }

  private static boolean isClient(HttpExchange exchange) {
    String expected =
        Base64.getEncoder()
            .encodeToString((CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
    return ("Basic " + expected).equals(exchange.getRequestHeaders().getFirst("Authorization"));
  }

  private void exchangeCode(HttpExchange exchange, Map<String, String> body)
      throws IOException, JOSEException {
    Map<String, String> issued = codes.remove(body.get("code"));
    boolean isValid =
        issued != null
            && issued.get("redirect_uri").equals(body.get("redirect_uri"))
            && issued.get("code_challenge").equals(challenge(body.get("code_verifier")));
    issue(
        exchange,
        isValid ? Optional.of(issued.get("person")) : Optional.empty(),
        isValid ? Optional.ofNullable(issued.get("nonce")) : Optional.empty());
  }

  private static String challenge(String verifier) {
    try {
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(
              MessageDigest.getInstance("SHA-256")
                  .digest(verifier.getBytes(StandardCharsets.US_ASCII)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void issue(HttpExchange exchange, Optional<String> name, Optional<String> nonce)
      throws IOException, JOSEException {
    if (name.isEmpty() || disabled.contains(name.get())) {
      send(exchange, 400, Map.of("error", "invalid_grant"));
      return;
    }
    String refreshToken = UUID.randomUUID().toString();
    refreshTokens.put(refreshToken, name.get());
    JWTClaimsSet.Builder builder =
        new JWTClaimsSet.Builder()
            .issuer(issuer().toString())
            .subject("subject-of-" + name.get())
            .audience(CLIENT)
            .claim("iat", Instant.now().getEpochSecond())
            .claim("exp", Instant.now().getEpochSecond() + 60)
            .claim("preferred_username", name.get());
    nonce.ifPresent(value -> builder.claim("nonce", value));
    SignedJWT token =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one").build(),
            claims.apply(builder).build());
    token.sign(new RSASSASigner(signingKey));
    send(
        exchange,
        200,
        Map.of(
            "access_token",
            "unused",
            "token_type",
            "Bearer",
            "refresh_token",
            refreshToken,
            "id_token",
            token.serialize()));
  }

  private void device(HttpExchange exchange) throws IOException {
    String userCode = UUID.randomUUID().toString().substring(0, 8);
    devices.put(userCode, Optional.empty());
    deviceChallenges.put(userCode, body(exchange).get("code_challenge"));
    send(
        exchange,
        200,
        Map.of(
            "device_code",
            "d" + userCode,
            "user_code",
            userCode,
            "verification_uri",
            issuer() + "/enter",
            "expires_in",
            600,
            "interval",
            1));
  }

  private static Map<String, String> body(HttpExchange exchange) throws IOException {
    return form(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
  }

  private static Map<String, String> form(String encoded) {
    Map<String, String> fields = new HashMap<>();
    for (String field : Objects.requireNonNullElse(encoded, "").split("&")) {
      int equals = field.indexOf('=');
      if (equals > 0) {
        fields.put(
            field.substring(0, equals),
            URLDecoder.decode(field.substring(equals + 1), StandardCharsets.UTF_8));
      }
    }
    return fields;
  }

  private static void send(HttpExchange exchange, int status, Map<String, ?> json)
      throws IOException {
    byte[] body = JSON.writeValueAsBytes(json);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    http.stop(0);
  }
}
