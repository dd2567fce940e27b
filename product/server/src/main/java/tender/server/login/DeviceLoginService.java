package tender.server.login;

import java.util.Optional;
import tender.server.api.ApiException;
import tender.server.api.LoginApi.DeviceLogin;
import tender.server.api.LoginApi.DeviceLoginResult;
import tender.server.model.SessionKind;
import tender.server.oidc.DeviceAuthorization;
import tender.server.oidc.DeviceResult;
import tender.server.oidc.OidcProvider;
import tender.server.store.identity.DeviceLoginRepository;
import tender.server.store.identity.DeviceLoginRepository.DueLogin;
import tender.server.store.identity.SecretCipher;

/**
 * Logins by device code, for commands. The server asks the identity provider, so that commands need
 * neither its address nor the client's secret.
 */
final class DeviceLoginService {
  /** Logins that wait for a person, of one address. */
  static final int MAX_PER_ADDRESS = 5;

  private static final long SLOW_DOWN_MILLIS = 5_000;
  private static final long MAX_VALID_MILLIS = 30 * 60_000;
  private static final long MAX_INTERVAL_MILLIS = 60_000;

  private final OidcProvider provider;
  private final DeviceLoginRepository logins;
  private final SecretCipher cipher;
  private final SessionStarter starter;

  DeviceLoginService(
      OidcProvider provider,
      DeviceLoginRepository logins,
      SecretCipher cipher,
      SessionStarter starter) {
    this.provider = provider;
    this.logins = logins;
    this.cipher = cipher;
    this.starter = starter;
  }

  DeviceLogin start(String address) {
    if (!logins.hasRoom(address, MAX_PER_ADDRESS)) {
      throw ApiException.tooMany(
          "%d logins from your address wait for their completion.".formatted(MAX_PER_ADDRESS),
          "Complete one of them in a browser, or try again in some minutes.");
    }
    DeviceAuthorization started = provider.startDevice();
    String secret = DeviceLoginRepository.newSecret();
    long validMillis = Math.clamp(started.validMillis(), 1_000, MAX_VALID_MILLIS);
    long intervalMillis = Math.clamp(started.intervalMillis(), 1_000, MAX_INTERVAL_MILLIS);
    logins.add(
        secret,
        address,
        cipher.encrypt(DeviceLoginRepository.secretName(secret), started.secret()),
        validMillis,
        intervalMillis);
    return new DeviceLogin(
        secret,
        started.userCode(),
        started.verificationUrl(),
        started.completeUrl(),
        validMillis,
        intervalMillis);
  }

  DeviceLoginResult poll(String secret, String address) {
    long intervalMillis =
        logins
            .interval(secret)
            .orElseThrow(
                () ->
                    ApiException.refused(
                        "The login does not exist, was completed, or took too long.",
                        "Start the login again."));
    Optional<DueLogin> due = logins.claim(secret);
    if (due.isEmpty()) {
      return new DeviceLoginResult(Optional.empty(), intervalMillis);
    }
    String providerSecret =
        cipher.decrypt(DeviceLoginRepository.secretName(secret), due.get().deviceCode());
    return switch (provider.pollDevice(providerSecret)) {
      case DeviceResult.Pending pending -> {
        long moreMillis = pending.isTooFast() ? SLOW_DOWN_MILLIS : 0;
        if (moreMillis > 0) {
          logins.slowDown(secret, moreMillis);
        }
        yield new DeviceLoginResult(Optional.empty(), intervalMillis + moreMillis);
      }
      case DeviceResult.Granted granted -> {
        logins.remove(secret);
        yield new DeviceLoginResult(
            Optional.of(starter.start(granted.tokens(), SessionKind.COMMAND, address)),
            intervalMillis);
      }
      case DeviceResult.Refused refused -> {
        logins.remove(secret);
        throw ApiException.refused(
            "The login was refused: " + refused.reason(), "Start the login again.");
      }
    };
  }
}
