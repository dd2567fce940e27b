package tender.server.login;

import tender.server.api.ApiException;
import tender.server.bags.DatabaseErrorMapper;
import tender.server.oidc.GrantRefusedException;
import tender.server.oidc.ProviderUnavailableException;

/** Maps failures of the identity provider and the database to {@link ApiException}. */
final class LoginErrors {
  private LoginErrors() {}

  static <T> T mapErrors(DatabaseErrorMapper.DatabaseCall<T> call) {
    try {
      return DatabaseErrorMapper.mapErrors(call);
    } catch (ProviderUnavailableException e) {
      ApiException exception =
          ApiException.unavailable(
              String.valueOf(e.getMessage()),
              "Try again in a few seconds. If it persists, tell the market's operator.");
      exception.initCause(e);
      throw exception;
    } catch (GrantRefusedException e) {
      ApiException exception =
          ApiException.refused(String.valueOf(e.getMessage()), "Start the login again.");
      exception.initCause(e);
      throw exception;
    }
  }
}
