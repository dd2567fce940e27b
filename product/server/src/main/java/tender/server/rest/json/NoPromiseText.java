package tender.server.rest.json;

import tender.core.ledger.FundsLimit;
import tender.core.metascheduler.state.BagEffect;
import tender.support.http.ResponseJson;

/** The code of why nothing is promised. */
final class NoPromiseText {
  static final String PROJECT_BUDGET = "project-budget-exceeded";
  static final String MEMBER_LIMIT = "member-limit-exceeded";

  private NoPromiseText() {}

  /** Of insufficient funds, it says whose money does not suffice. */
  static String code(BagEffect.NoPromise none) {
    return switch (none.limit().orElse(FundsLimit.ACCOUNT)) {
      case ACCOUNT -> ResponseJson.wireName(none.reason());
      case PROJECT_BUDGET -> PROJECT_BUDGET;
      case MEMBER_LIMIT -> MEMBER_LIMIT;
    };
  }
}
