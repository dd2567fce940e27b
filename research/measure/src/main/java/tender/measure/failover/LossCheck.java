package tender.measure.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tender.cli.client.response.BagResponse;
import tender.core.model.BagId;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementUser;
import tender.measure.testbed.ShortBag;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.ledger.Ledger;

/** Compares what was acknowledged with what the market has at the end. */
final class LossCheck {
  private final AcknowledgedOperations acknowledged;
  private final MeasurementUser user;
  private final UserId userId;
  private final Database database;
  private final List<String> lost = new ArrayList<>();

  LossCheck(
      AcknowledgedOperations acknowledged, MeasurementUser user, UserId userId, Database database) {
    this.acknowledged = acknowledged;
    this.user = user;
    this.userId = userId;
    this.database = database;
  }

  /** Waits until all bags have ended, and returns whether nothing is lost. */
  boolean run(MeasurementReport report) {
    checkBags();
    checkEndedBags();
    checkDeposits();
    report.add("acknowledged submissions", acknowledged.bagsByKey().size());
    report.add("acknowledged ends of bags, with results", acknowledged.endedBags().size());
    report.add("acknowledged deposits", acknowledged.deposits().size());
    report.add("acknowledged operations lost (0)", lost.size());
    report.add("the first lost operation", lost.stream().findFirst().orElse("none"));
    return checkLedger(report) && lost.isEmpty();
  }

  /** Every bag is found by its key, has run to its end, and has been paid. */
  private void checkBags() {
    acknowledged
        .bagsByKey()
        .forEach(
            (key, bag) -> {
              Optional<BagId> found = database.submissions().find(userId, key);
              if (found.isEmpty() || !found.get().value().equals(bag)) {
                lost.add("submission " + key + " of bag " + bag);
              } else if (!isComplete(user.awaitEnd(user.read(bag)))) {
                lost.add("results of bag " + bag);
              }
            });
  }

  private static boolean isComplete(BagResponse bag) {
    return bag.state().equals(BagResponse.DONE) && bag.done() == ShortBag.TASKS;
  }

  /** What users have seen is still there. */
  private void checkEndedBags() {
    acknowledged
        .endedBags()
        .forEach(
            (id, seen) -> {
              BagResponse now = user.read(id);
              if (!now.state().equals(seen.state())
                  || now.done() != seen.done()
                  || !Objects.equals(now.ended(), seen.ended())) {
                lost.add("end of bag " + id);
              }
            });
  }

  private void checkDeposits() {
    for (String key : acknowledged.deposits()) {
      if (!database.ledger().hasTransfer(key)) {
        lost.add("deposit " + key);
      }
    }
  }

  private boolean checkLedger(MeasurementReport report) {
    long sum = 0;
    int wrong = 0;
    int open = 0;
    for (Ledger.Account account : database.ledger().accounts()) {
      sum += account.balance().millicredits();
      if (!account.balance().equals(account.entrySum())) {
        wrong++;
      }
      if (account.id().value().startsWith("hold:") && account.balance().millicredits() != 0) {
        open++;
      }
    }
    report.add("sum of all accounts, thousandths of a credit (0)", sum);
    report.add("accounts whose balance is not the sum of their entries (0)", wrong);
    report.add("ended bags that still hold money (0)", open);
    return sum == 0 && wrong == 0;
  }
}
