package tender.protocol;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tender.bagfile.Digest;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.TaskOutcome;
import tender.core.message.CallId;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.Bag;
import tender.core.model.BagId;
import tender.core.model.BidRange;
import tender.core.model.Cluster;
import tender.core.model.Disclosure;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.Offer;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.core.model.Time;
import tender.core.resource.Misfit;
import tender.core.resource.Resource;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;
import tender.core.store.OutboxMessage;

/** Random messages of all kinds, including values near their limits. */
final class RandomMessages {
  static final int TO_PROVIDER_KINDS = 8;
  static final int TO_METASCHEDULER_KINDS = 7;

  private final SplittableRandom random;

  RandomMessages(long seed) {
    random = new SplittableRandom(seed);
  }

  OutboxMessage outboxMessage() {
    var id = new OutboxMessage.Id(bagId(), random.nextLong(Long.MAX_VALUE), count());
    return new OutboxMessage(id, providerId(), toProvider(random.nextInt(TO_PROVIDER_KINDS)));
  }

  Message.ToProvider toProvider(int kind) {
    return switch (kind) {
      case 0 ->
          new Message.Call(
              callId(), bag(), random.nextInt(1_001), bidStrategy(), random.nextBoolean());
      case 1 -> new Message.Reserve(reservationId(), positive(), instantOrNever());
      case 2 -> new Message.Commit(reservationId(), tasks());
      case 3 -> new Message.Release(reservationId());
      case 4 -> new Message.ResultsAccepted(reservationId(), tasks());
      case 5 -> new Message.Inquire(reservationId());
      case 6 -> new Message.Bid(reservationId(), positive(), new Money(positive()));
      default -> new Message.BagCompletion(reservationId(), instantOrNever());
    };
  }

  Message.ToMetascheduler toMetascheduler(int kind) {
    return switch (kind) {
      case 0 -> {
        ProviderId provider = providerId();
        yield new Message.Offers(
            callId(),
            provider,
            count(),
            offers(provider),
            disclosure(),
            instantOrNever(),
            instantOrNever());
      }
      case 1 -> new Message.Reserved(reservationId(), instantOrNever());
      case 2 -> {
        ReservationId id = reservationId();
        Message.RefusalReason[] reasons = Message.RefusalReason.values();
        yield new Message.Refused(
            id, reasons[random.nextInt(reasons.length)], offers(id.provider()));
      }
      case 3 -> new Message.Committed(reservationId());
      case 4 -> new Message.EstimatePending(callId(), providerId(), instantOrNever());
      case 5 -> new Message.CompletionChanged(reservationId(), instantOrNever());
      default -> new Message.Results(reservationId(), tasks(), instantOrNever(), money());
    };
  }

  PackHeader packHeader() {
    int success = random.nextInt(1, 500);
    var outcomes =
        List.of(
            new TaskOutcome(0, TaskSet.first(success), random.nextBoolean()),
            new TaskOutcome(random.nextInt(1, 256), TaskSet.range(success + 3, success + 9)));
    byte[] content = new byte[8];
    random.nextBytes(content);
    return new PackHeader(
        reservationId(), outcomes, Digest.of(content), random.nextLong(ResultPack.MAX_BYTES + 1));
  }

  TaskSet tasks() {
    TaskSet tasks = random.nextInt(10) == 0 ? TaskSet.range(0, Integer.MAX_VALUE) : TaskSet.empty();
    int ranges = random.nextInt(30);
    for (int i = 0; i < ranges; i++) {
      int from = random.nextInt(random.nextBoolean() ? 100 : 1_000_000);
      TaskSet range = TaskSet.range(from, from + random.nextInt(20));
      tasks = random.nextBoolean() ? tasks.plus(range) : tasks.minus(range);
    }
    return tasks;
  }

  private CallId callId() {
    return new CallId(bagId(), count());
  }

  private ReservationId reservationId() {
    return new ReservationId(callId(), count(), providerId());
  }

  private BagId bagId() {
    return new BagId(id());
  }

  private ProviderId providerId() {
    return new ProviderId(id());
  }

  private String id() {
    int length = random.nextInt(5) == 0 ? 200 : random.nextInt(1, 20);
    String alphabet = "ab9-_.:/@ äß漢\u0001";
    String text =
        IntStream.range(0, length)
            .mapToObj(i -> alphabet.charAt(random.nextInt(alphabet.length())))
            .map(String::valueOf)
            .reduce("", String::concat);
    return text.isBlank() ? "a" : text;
  }

  private Bag bag() {
    Optional<TaskRequest> request =
        random.nextBoolean() ? Optional.of(request()) : Optional.empty();
    return new Bag(
        positive(),
        request.map(TaskRequest::processors).orElseGet(this::positive),
        random.nextLong(1, Time.LIMIT_MILLIS + 1),
        instant(),
        instantOrNever(),
        request);
  }

  private TaskRequest request() {
    int gpus = random.nextInt(4);
    return new TaskRequest(
        new ResourceAmounts(1 + random.nextInt(99), random.nextInt(99), gpus, random.nextInt(99)),
        1 + random.nextInt(9),
        gpus > 0 && random.nextBoolean() ? "a100" : "",
        new TreeSet<>(List.of("avx512", "infiniband").subList(0, random.nextInt(3))),
        random.nextBoolean(),
        random.nextInt(99));
  }

  private Optional<Misfit> misfit() {
    return switch (random.nextInt(9)) {
      case 0 -> Optional.of(new Misfit.MissingFeature("avx512", random.nextBoolean()));
      case 1 ->
          Optional.of(new Misfit.MissingGpuType("a100", new TreeSet<>(List.of("k80", "v100"))));
      case 2 ->
          Optional.of(
              new Misfit.TooLittle(
                  List.of(Resource.values()).get(random.nextInt(4)),
                  positive(),
                  positive(),
                  positive()));
      case 3 -> Optional.of(new Misfit.TooFewNodes(positive(), positive()));
      case 4 -> Optional.of(new Misfit.NodesNotManaged());
      case 5 -> Optional.of(new Misfit.MissingDataset("genomes"));
      case 6 -> Optional.of(new Misfit.MissingPath("genomes", "hg38/a file"));
      case 7 -> Optional.of(new Misfit.MissingResultFolder("scratch"));
      default -> Optional.empty();
    };
  }

  private List<Offer> offers(ProviderId provider) {
    return Stream.generate(() -> new Offer(provider, positive(), instant(), money()))
        .limit(random.nextInt(5))
        .toList();
  }

  private Disclosure disclosure() {
    return new Disclosure(
        random.nextBoolean() ? OptionalLong.of(random.nextLong(1, 99)) : OptionalLong.empty(),
        random.nextBoolean() ? OptionalLong.of(random.nextLong(99)) : OptionalLong.empty(),
        random.nextBoolean() ? Optional.of(slots()) : Optional.empty(),
        random.nextBoolean() ? Optional.of(bids()) : Optional.empty(),
        random.nextBoolean(),
        misfit());
  }

  private BidRange bids() {
    long least = random.nextLong(1, 1_000);
    long first = least + random.nextLong(1_000);
    return new BidRange(
        new Money(least),
        new Money(first + random.nextLong(1_000)),
        new Money(first),
        random.nextInt(BidRange.MAX_SURCHARGE_PERCENT + 1));
  }

  private Optional<Message.BidStrategy> bidStrategy() {
    return switch (random.nextInt(3)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Message.BidStrategy.BY_DEADLINE);
      default -> Optional.of(new Message.BidStrategy(Optional.of(new Money(positive()))));
    };
  }

  private Disclosure.Slots slots() {
    return new Disclosure.Slots(positive(), random.nextLong(1, 1_000), windows());
  }

  private List<FreeSlot> windows() {
    return Stream.generate(
            () -> {
              long from = random.nextLong(-1_000, 1_000);
              long until = random.nextBoolean() ? Time.NEVER : from + random.nextLong(1, 99);
              return new FreeSlot(from, until, random.nextInt(1, 10_000));
            })
        .limit(random.nextInt(4))
        .toList();
  }

  Message.SlotsPublished published() {
    return new Message.SlotsPublished(
        providerId(),
        new Cluster(positive(), positive()),
        money(),
        random.nextLong(Time.LIMIT_MILLIS + 1),
        windows(),
        instant());
  }

  Message.AttemptsFailed attemptsFailed() {
    int task = random.nextInt(1_000);
    return new Message.AttemptsFailed(
        reservationId(),
        Math.max(2, positive()),
        TaskSet.range(task, task + 2),
        count(),
        List.of(
            new Message.FailedAttempt(task + 1, count(), -1, "sh: missing\n"),
            new Message.FailedAttempt(task, 0, 127, "")));
  }

  private int count() {
    return random.nextInt(3) == 0 ? random.nextInt(Integer.MAX_VALUE) : random.nextInt(4);
  }

  private int positive() {
    return random.nextInt(5) == 0 ? Integer.MAX_VALUE : random.nextInt(1, 1_000_000);
  }

  private long instant() {
    return random.nextInt(5) == 0
        ? -Time.LIMIT_MILLIS
        : random.nextLong(-Time.LIMIT_MILLIS, Time.LIMIT_MILLIS + 1);
  }

  private long instantOrNever() {
    return random.nextInt(5) == 0 ? Time.NEVER : instant();
  }

  private Money money() {
    return new Money(random.nextLong(Long.MAX_VALUE));
  }
}
