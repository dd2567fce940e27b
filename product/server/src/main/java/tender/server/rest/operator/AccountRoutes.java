package tender.server.rest.operator;

import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tender.bagfile.reader.TimeText;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.server.api.operator.AccountAdministration;
import tender.server.api.operator.ManagedAccount;
import tender.server.model.UserId;
import tender.server.rest.authentication.RequestAuthenticator;
import tender.server.rest.request.AuditDetail;
import tender.server.rest.request.RequestValues;
import tender.support.http.HttpResponses;
import tender.support.http.ProblemException;
import tender.support.http.Route;

/** Routes for the accounts of users and providers. */
final class AccountRoutes {
  private static final long MIN_INTERVAL_MILLIS = Time.MINUTE_MILLIS;

  private final AccountAdministration api;
  private final RequestAuthenticator authenticator;

  AccountRoutes(AccountAdministration api, RequestAuthenticator authenticator) {
    this.api = api;
    this.authenticator = authenticator;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/v1/operator/accounts", this::list),
        Route.post("/v1/operator/accounts/{account}/deposits", this::deposit),
        Route.put("/v1/operator/accounts/{account}/credit-limit", this::setCreditLimit),
        Route.put("/v1/operator/users/{user}/income", this::setIncome));
  }

  private record AccountJson(
      String account, String balance, @Nullable String creditLimit, boolean consistent) {
    static AccountJson of(ManagedAccount one) {
      return new AccountJson(
          one.account(),
          one.balance().toString(),
          one.creditLimit().map(Money::toString).orElse(null),
          one.balance().equals(one.entrySum()));
    }
  }

  private record AccountsJson(List<AccountJson> accounts, String sum) {
    static AccountsJson of(List<ManagedAccount> accounts) {
      return new AccountsJson(
          accounts.stream().map(AccountJson::of).toList(),
          accounts.stream()
              .map(ManagedAccount::balance)
              .reduce(Money.ZERO, Money::plus)
              .toString());
    }
  }

  private record DepositJson(@Nullable String amount) {}

  private record LimitJson(@Nullable String limit) {}

  private record IncomeJson(@Nullable String amount, @Nullable String every) {}

  private void list(ServerRequest request, ServerResponse response) {
    authenticator.auditor(request);
    HttpResponses.json(response, AccountsJson.of(api.list()));
  }

  private void deposit(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    String key = RequestValues.idempotencyKey(request);
    Money amount = amount(OperatorRequest.body(request, DepositJson.class).amount());
    AuditDetail.add(request, amount.toString());
    api.deposit(OperatorRequest.parameter(request, "account"), amount, key);
    OperatorRequest.done(response);
  }

  /** An amount that is negative for a withdrawal. */
  private static Money amount(@Nullable String text) {
    String given = RequestValues.required("amount", text);
    return given.startsWith("-")
        ? Money.ZERO.minus(RequestValues.money("amount", given.substring(1)))
        : RequestValues.money("amount", given);
  }

  /** "none" removes the limit, so that a forgotten field cannot. */
  private void setCreditLimit(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    String text =
        RequestValues.required("limit", OperatorRequest.body(request, LimitJson.class).limit());
    Optional<Money> limit =
        text.equals("none") ? Optional.empty() : Optional.of(RequestValues.money("limit", text));
    AuditDetail.add(request, text);
    api.setCreditLimit(OperatorRequest.parameter(request, "account"), limit);
    OperatorRequest.done(response);
  }

  private void setIncome(ServerRequest request, ServerResponse response) {
    authenticator.operator(request);
    IncomeJson body = OperatorRequest.body(request, IncomeJson.class);
    UserId user = OperatorRequest.user(request);
    Money amount = RequestValues.money("amount", body.amount());
    if (amount.equals(Money.ZERO)) {
      AuditDetail.add(request, "0");
      api.endIncome(user);
    } else {
      String every = RequestValues.required("every", body.every());
      AuditDetail.add(request, amount + " every " + every);
      api.setIncome(user, amount, intervalMillis(every));
    }
    OperatorRequest.done(response);
  }

  private static long intervalMillis(String every) {
    long millis = TimeText.durationMillis(every).orElse(0L);
    if (millis < MIN_INTERVAL_MILLIS) {
      throw ProblemException.unprocessable(
          "every is not an interval of at least a minute.", "Use a time such as 30d or 12h.");
    }
    return millis;
  }
}
