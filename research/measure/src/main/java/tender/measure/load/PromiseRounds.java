package tender.measure.load;

import java.sql.Connection;
import java.sql.SQLException;
import tender.cli.client.response.BagResponse;
import tender.core.model.Bag;
import tender.measure.report.Distribution;
import tender.measure.report.MeasurementReport;
import tender.measure.testbed.MeasurementUser;
import tender.measure.testbed.SmallBag;
import tender.server.model.UserId;
import tender.server.store.Database;

/**
 * The time from submission to promise of bags one at a time, beside a bare call to as many agents
 * as a bag calls and the bag's statements written directly. Each round measures all three.
 */
final class PromiseRounds {
  private final MeasurementUser user;
  private final UserId userId;
  private final BareCalls bareCalls;
  private final int called;
  private final Database database;
  private final Distribution callMillis = new Distribution();
  private final Distribution writeMillis = new Distribution();
  private final Distribution promiseMillis = new Distribution();
  private final Distribution commits = new Distribution();
  private final Distribution ratio = new Distribution();
  private final Distribution walKilobytes = new Distribution();

  PromiseRounds(
      MeasurementUser user, UserId userId, BareCalls bareCalls, int called, Database database) {
    this.user = user;
    this.userId = userId;
    this.bareCalls = bareCalls;
    this.called = called;
    this.database = database;
  }

  /** The first half of the rounds warms up the compilers. */
  void run(int rounds, Connection connection) throws InterruptedException, SQLException {
    for (int round = -rounds; round < rounds; round++) {
      round(round >= 0, connection);
    }
  }

  private void round(boolean counts, Connection connection)
      throws InterruptedException, SQLException {
    long nowMillis = database.store().nowMillis();
    double call =
        bareCalls.callMillis(
            new Bag(
                SmallBag.TASKS,
                1,
                SmallBag.RUNTIME_MILLIS,
                nowMillis,
                SmallBag.deadline(nowMillis)));
    BareBag bare = BareBag.prepare(userId, called, nowMillis);
    long beganNanos = System.nanoTime();
    bare.write(database.store());
    double write = millisSince(beganNanos);
    long walBytes = WriteCounter.logBytes(connection);
    beganNanos = System.nanoTime();
    BagResponse promised = user.awaitPromise(user.submit());
    double promise = millisSince(beganNanos);
    if (promised.promise() == null) {
      throw new IllegalStateException("The bag was not promised: " + promised);
    }
    if (counts) {
      callMillis.add(call);
      writeMillis.add(write);
      promiseMillis.add(promise);
      commits.add((double) promised.version());
      double bareCommits = write * promised.version() / bare.transactions().size();
      ratio.add(promise / (call + bareCommits));
      walKilobytes.add((WriteCounter.logBytes(connection) - walBytes) / 1e3);
    }
  }

  private static double millisSince(long beganNanos) {
    return (System.nanoTime() - beganNanos) / 1e6;
  }

  double medianMillis() {
    return promiseMillis.median();
  }

  void report(MeasurementReport report, String on) {
    report.add(on + "bare: call " + called + " agents and gather, ms", callMillis);
    report.add(on + "bare: the statements of a bag, ms", writeMillis);
    report.add(on + "from submission to promise, ms", promiseMillis);
    report.add(on + "commits until promised", commits);
    report.add(on + "of the bare call and the bare commits (at most 3)", ratio);
    report.add(on + "write-ahead log of a bag, KB (at most 150)", walKilobytes);
  }
}
