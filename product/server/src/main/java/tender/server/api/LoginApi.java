package tender.server.api;

import java.net.URI;
import java.util.Optional;
import tender.server.model.UserId;

/** How people log in at an identity provider. Every method may throw an {@link ApiException}. */
public interface LoginApi {

  /** The identity provider's name, for people. */
  String providerName();

  /** Where browsers reach this market. */
  URI publicUrl();

  /**
   * Starts a login in a browser.
   *
   * @param returnPath a path of this market, to which the browser goes after the login
   */
  BrowserLogin start(String returnPath);

  /**
   * Completes a login in a browser.
   *
   * @param attempt what {@link #start} gave this browser, not validated
   * @param answer what the browser brought from the identity provider, not validated
   * @param address of the browser
   */
  CompletedLogin complete(String attempt, ProviderAnswer answer, String address);

  /** Starts a login that is completed in the browser of any device. */
  DeviceLogin startDevice(String address);

  /**
   * Asks for the result of a login by device code.
   *
   * @param secret as {@link #startDevice} gave it, not validated
   */
  DeviceLoginResult pollDevice(String secret, String address);

  /** The user of a session; empty if it is not valid. */
  Optional<UserId> user(String token);

  /**
   * Ends a session.
   *
   * @return where a browser ends its session at the identity provider; empty if it need not
   */
  Optional<URI> logout(String token);

  /**
   * A login that was started in a browser.
   *
   * @param url of the identity provider, where it continues
   * @param attempt kept by the browser; a secret
   */
  record BrowserLogin(URI url, String attempt) {}

  /** The parameters with which the identity provider sent the browser back. */
  record ProviderAnswer(
      Optional<String> code,
      Optional<String> state,
      Optional<String> issuer,
      Optional<String> error,
      Optional<String> errorDescription) {}

  /** A session that has started. */
  record NewSession(String token, UserId user, long expiresMillis) {}

  /** A login that was completed in a browser. */
  record CompletedLogin(NewSession session, String returnPath) {}

  /**
   * A login by device code that was started.
   *
   * @param secret for its result
   * @param completeUrl the verification URL with the code; empty if the provider has none
   */
  record DeviceLogin(
      String secret,
      String userCode,
      URI verificationUrl,
      Optional<URI> completeUrl,
      long validMillis,
      long intervalMillis) {}

  /**
   * The state of a login by device code.
   *
   * @param session empty until the person has logged in
   * @param intervalMillis when to ask again
   */
  record DeviceLoginResult(Optional<NewSession> session, long intervalMillis) {}
}
