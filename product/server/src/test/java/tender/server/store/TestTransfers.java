package tender.server.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.ledger.Transfer;
import tender.core.ledger.Transfer.Kind;
import tender.core.message.CallId;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.store.Transaction;
import tender.server.model.ProjectId;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.bags.Submission;

/** Bags of users and transactions with transfers for tests. */
public final class TestTransfers {
  private static final WorkOrder ORDER =
      new WorkOrder(
          WorkOrder.VERSION,
          "bag",
          "true",
          new TaskList.Count(5),
          Optional.empty(),
          List.of(),
          List.of(),
          1,
          1_000,
          0,
          Optional.empty());

  private TestTransfers() {}

  /** A user's new bag, in its first version. */
  public static BagId bagOf(Database database, UserId user, String name) {
    BagId bag = new BagId(name);
    database.store().submit(submission(user, bag), TestTransactions.called(bag, 0));
    return bag;
  }

  /** A member's new bag for a project, in its first version. */
  public static BagId bagOf(Database database, UserId user, String name, ProjectId project) {
    BagId bag = new BagId(name);
    Submission own = submission(user, bag);
    database
        .store()
        .submit(
            new Submission(
                bag,
                user,
                own.clientKey(),
                own.order(),
                own.requirements().withProject(Optional.of(project))),
            TestTransactions.called(bag, 0));
    return bag;
  }

  public static Submission submission(UserId user, BagId bag) {
    Requirements requirements = new Requirements(OptionalLong.empty(), Optional.empty(), false);
    return new Submission(bag, user, bag.value(), ORDER, requirements);
  }

  public static ReservationId part(BagId bag, int round, ProviderId provider) {
    return new ReservationId(new CallId(bag, round), 1, provider);
  }

  public static Transfer transfer(ReservationId part, Kind kind, long amount, long total) {
    return new Transfer(part, kind, new Money(amount), new Money(total));
  }

  public static Transfer transfer(ReservationId part, Kind kind, long amount) {
    return transfer(part, kind, amount, amount);
  }

  public static Transaction withTransfers(BagId bag, long readVersion, Transfer... transfers) {
    return withTransfers(bag, readVersion, List.of(transfers));
  }

  public static Transaction withTransfers(BagId bag, long readVersion, List<Transfer> transfers) {
    return new Transaction(
        bag,
        readVersion,
        TestTransactions.state(bag, readVersion),
        List.of(),
        List.of(),
        new ArrayList<>(transfers),
        List.of());
  }
}
