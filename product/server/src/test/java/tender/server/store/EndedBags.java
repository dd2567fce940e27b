package tender.server.store;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.InputPack;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.TaskOutcome;
import tender.core.compose.Composition;
import tender.core.compose.Part;
import tender.core.compose.UnusedOffer;
import tender.core.ledger.Transfer;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.metascheduler.state.BagEffect;
import tender.core.metascheduler.state.BagState;
import tender.core.metascheduler.state.Promise;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.store.Transaction;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.bags.Submission;
import tender.server.store.content.Pack;
import tender.server.store.ledger.AccountId;

/** Ended bags of a user with rows in all tables, and with payments. */
final class EndedBags {
  static final UserId ANNA = new UserId("anna");
  static final ProviderId NORTH = new ProviderId("north");
  static final ProviderId WEST = new ProviderId("west");

  /** What each bag pays. */
  static final long PRICE = 30;

  private static final int TASKS = 5;

  private final Database database;

  EndedBags(Database database) {
    this.database = database;
    database.users().create(ANNA);
    database.providers().add(NORTH, 1_000);
    database.ledger().deposit(AccountId.of(ANNA), new Money(1_000_000), "first");
  }

  /** A bag that ended at this time, with a result of this content and this input file. */
  BagId add(String name, long endedMillis, OptionalLong keepMillis, byte[] result, byte[] input)
      throws Exception {
    BagId bag = new BagId(name);
    ReservationId part = TestTransfers.part(bag, 1, NORTH);
    database.userFiles().add(ANNA, Digest.of(input), new ByteArrayInputStream(input), input.length);
    database
        .store()
        .submit(
            new Submission(
                bag,
                ANNA,
                "key-" + name,
                order(input),
                new Requirements(OptionalLong.empty(), Optional.empty(), false)
                    .withKeep(keepMillis)),
            TestTransactions.called(bag, 0));
    database.blobs().write(Digest.of(result), new ByteArrayInputStream(result), result.length);
    database
        .packs()
        .add(
            new Pack(
                part,
                TaskSet.first(TASKS),
                List.of(new TaskOutcome(0, TaskSet.first(TASKS))),
                Digest.of(result)));
    database
        .failureReports()
        .store(new Message.AttemptsFailed(part, 1, TaskSet.first(1), 0, List.of()));
    database.store().commit(ended(bag, part, endedMillis));
    return bag;
  }

  /** A bag that has not ended, and whose only inputs are in this pack. */
  BagId addWithPack(String name, byte[] pack) throws Exception {
    BagId bag = new BagId(name);
    database.userFiles().add(ANNA, Digest.of(pack), new ByteArrayInputStream(pack), pack.length);
    WorkOrder order =
        new WorkOrder(
                WorkOrder.VERSION,
                "bag",
                "ls d",
                new TaskList.Count(TASKS),
                Optional.empty(),
                List.of(),
                List.of(),
                1,
                1_000,
                0,
                Optional.empty())
            .withInputPacks(List.of(new InputPack(Digest.of(pack), pack.length, 1, List.of("d"))));
    database
        .store()
        .submit(
            new Submission(
                bag,
                ANNA,
                "key-" + name,
                order,
                new Requirements(OptionalLong.empty(), Optional.empty(), false)),
            TestTransactions.called(bag, 0));
    return bag;
  }

  BagId add(String name, long endedMillis) throws Exception {
    return add(
        name,
        endedMillis,
        OptionalLong.empty(),
        name.getBytes(StandardCharsets.UTF_8),
        ("input of " + name).getBytes(StandardCharsets.UTF_8));
  }

  private static Transaction ended(BagId bag, ReservationId part, long endedMillis) {
    UnusedOffer unused =
        new UnusedOffer(new Offer(WEST, TASKS, 70, Money.ZERO), UnusedOffer.Reason.ENDS_TOO_LATE);
    Promise promise =
        new Promise(
            new Composition(
                TASKS,
                60,
                true,
                List.of(new Part(NORTH, TASKS, 50, new Money(PRICE))),
                List.of(unused)));
    BagState state =
        new BagState.Ended(
            bag,
            new Bag(TASKS, 1, 10, 0, 60),
            BagState.Ending.DONE,
            TaskSet.first(TASKS),
            Optional.of(promise),
            Optional.empty(),
            endedMillis,
            new Money(PRICE));
    return new Transaction(
        bag,
        1,
        state,
        List.of(),
        List.of(new Transaction.AcceptedResults(part, TaskSet.first(TASKS))),
        new ArrayList<>(
            List.of(
                TestTransfers.transfer(part, Transfer.Kind.HOLD, 2 * PRICE),
                TestTransfers.transfer(part, Transfer.Kind.CHARGE, PRICE),
                TestTransfers.transfer(part, Transfer.Kind.RELEASE, PRICE))),
        List.of(new BagEffect.PromiseMade(promise)));
  }

  static WorkOrder order(byte[] input) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "bag",
        "cat in",
        new TaskList.Count(TASKS),
        Optional.empty(),
        List.of(new InputFile(new RelativePath("in"), Digest.of(input), input.length, false)),
        List.of(),
        1,
        1_000,
        0,
        Optional.empty());
  }
}
