package tender.server.api;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPack;
import tender.bagfile.results.ResultPackWriter;
import tender.bagfile.results.TaskOutcome;
import tender.core.metascheduler.state.Breach;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.TaskSet;
import tender.server.api.view.BagView;
import tender.server.api.view.FailedAttempts;
import tender.server.api.view.PromiseView;
import tender.server.api.view.QuoteView;
import tender.server.api.view.task.PackView;
import tender.server.model.BagPhase;
import tender.server.model.RemainingData;
import tender.server.model.Requirements;
import tender.server.model.UserId;

/** A bag of the {@link InMemoryBagApi}, whose state a test can change. */
final class InMemoryBag {
  final BagId id;
  final UserId user;
  final WorkOrder order;
  final Requirements requirements;
  final List<PackView> packs = new ArrayList<>();

  private final TreeMap<Integer, TaskSet> outcomes = new TreeMap<>();
  private final long submittedMillis;
  private TaskSet done = TaskSet.empty();
  private TaskSet missingOutput = TaskSet.empty();
  private OptionalLong endedMillis = OptionalLong.empty();
  private long version = 1;

  BagPhase state = BagPhase.CALLING;
  boolean isDeleted;
  Optional<QuoteView> quote = Optional.empty();
  Optional<QuoteView> promised = Optional.empty();
  OptionalLong forecastMillis = OptionalLong.empty();
  Optional<Breach> breach = Optional.empty();
  Optional<FailedAttempts> failedAttempts = Optional.empty();

  InMemoryBag(
      BagId id, UserId user, WorkOrder order, Requirements requirements, long submittedMillis) {
    this.id = id;
    this.user = user;
    this.order = order;
    this.requirements = requirements;
    this.submittedMillis = submittedMillis;
  }

  void changed() {
    version++;
  }

  /** A result pack with these files of one task, by path. */
  static byte[] pack(int position, Map<String, String> files) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ResultPackWriter writer = new ResultPackWriter(bytes)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        writer.add(
            new PackEntry(position, new RelativePath(file.getKey())),
            new ByteArrayInputStream(file.getValue().getBytes(StandardCharsets.UTF_8)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** Adds the pack of a task, by its position in the bag. */
  void addPack(
      Digest digest, long bytes, int position, int exitCode, boolean isMissing, long atMillis) {
    TaskSet task = TaskSet.range(position, position + 1);
    List<TaskOutcome> outcomes = List.of(new TaskOutcome(exitCode, task, isMissing));
    packs.add(new PackView(digest, task, bytes, InMemoryBagApi.FIRST, atMillis, outcomes));
  }

  /** Writes a result file of a task; false if there is none. */
  boolean writeResultFile(Map<Digest, byte[]> files, int taskIndex, String path, OutputStream sink)
      throws IOException {
    boolean[] found = new boolean[1];
    for (PackView pack : packs) {
      ResultPack.read(
          new ByteArrayInputStream(files.get(pack.digest())),
          (entry, content) -> {
            if (order.listIndex(entry.taskIndex()) == taskIndex
                && entry.path().value().equals(path)) {
              found[0] = true;
              content.transferTo(sink);
            }
          });
    }
    return found[0];
  }

  void promise(QuoteView offer) {
    state = BagPhase.RUNNING;
    quote = Optional.empty();
    promised = Optional.of(offer);
    forecastMillis = OptionalLong.of(offer.completionMillis());
  }

  void taskEnded(int position, int exitCode, boolean isMissingOutput, long atMillis) {
    TaskSet one = TaskSet.range(position, position + 1);
    done = done.plus(one);
    int taskIndex = order.listIndex(position);
    TaskSet ended = TaskSet.range(taskIndex, taskIndex + 1);
    outcomes.merge(exitCode, ended, TaskSet::plus);
    missingOutput = isMissingOutput ? missingOutput.plus(ended) : missingOutput;
    if (done.size() == order.tasks()) {
      end(BagPhase.DONE, atMillis);
    }
  }

  /** The alternative of a quote as a quote. */
  static QuoteView alternative(QuoteView offer) {
    QuoteView.Alternative other = offer.alternative().orElseThrow();
    return new QuoteView(
        other.completionMillis(),
        other.completionMillis(),
        other.price(),
        Money.ZERO,
        offer.expiresMillis(),
        Optional.empty());
  }

  void end(BagPhase state, long atMillis) {
    this.state = state;
    quote = Optional.empty();
    forecastMillis = OptionalLong.empty();
    endedMillis = OptionalLong.of(atMillis);
  }

  /** The indexes of tasks that failed or were not done. */
  TaskSet unfinished() {
    TaskSet succeeded = outcomes.getOrDefault(0, TaskSet.empty()).minus(failedForOutput());
    return order.only().orElse(TaskSet.first(order.tasks())).minus(succeeded);
  }

  private TaskSet failedForOutput() {
    return order.taskOptions().outputsRequired() ? missingOutput : TaskSet.empty();
  }

  private List<BagView.FailedTasks> failed() {
    TreeMap<Integer, TaskSet> failed = new TreeMap<>(outcomes.tailMap(1));
    if (!failedForOutput().isEmpty()) {
      failed.put(0, failedForOutput());
    }
    return failed.entrySet().stream()
        .map(
            outcome ->
                new BagView.FailedTasks(
                    outcome.getKey(),
                    outcome.getValue(),
                    outcome.getKey() == TaskOutcome.EXIT_TIME_LIMIT
                        ? OptionalLong.of(order.runtimeMillis())
                        : OptionalLong.empty()))
        .toList();
  }

  BagView view() {
    return new BagView(
        id,
        order.name(),
        state,
        order.tasks(),
        done.size(),
        failed(),
        missingOutput,
        requirements.deadlineMillis(),
        requirements.budget(),
        requirements.valuation(),
        requirements.project(),
        promised.map(this::promiseView),
        quote,
        forecastMillis,
        breach,
        Money.ZERO,
        submittedMillis,
        endedMillis,
        version,
        outcomes.isEmpty() ? OptionalInt.empty() : OptionalInt.of(outcomes.lastKey()),
        failedAttempts);
  }

  private PromiseView promiseView(QuoteView offer) {
    int first = firstPart(order.tasks());
    List<PromiseView.PromisedPart> parts = new ArrayList<>();
    parts.add(part(InMemoryBagApi.FIRST, TaskSet.first(first), offer));
    if (first < order.tasks()) {
      parts.add(part(InMemoryBagApi.SECOND, TaskSet.range(first, order.tasks()), offer));
    }
    return new PromiseView(offer.completionMillis(), offer.price(), parts);
  }

  private PromiseView.PromisedPart part(ProviderId provider, TaskSet tasks, QuoteView offer) {
    long millicredits = offer.price().millicredits() * tasks.size() / order.tasks();
    return new PromiseView.PromisedPart(
        provider,
        tasks.size(),
        offer.completionMillis(),
        new Money(millicredits),
        done.intersect(tasks).size(),
        false);
  }

  static ApiException notFound(BagId id) {
    return ApiException.notFound(
        "You have no bag \"" + id + "\".", "GET /v1/bags lists your bags.");
  }

  InMemoryBag requirePresent() {
    if (isDeleted) {
      throw notFound(id);
    }
    return this;
  }

  /** Promises a bag whose requirements the offer meets, and quotes any other. */
  void quoteOrPromise(QuoteView offer) {
    boolean late =
        requirements.deadlineMillis().isPresent()
            && offer.completionMillis() > requirements.deadlineMillis().getAsLong();
    boolean expensive =
        requirements.budget().filter(budget -> budget.compareTo(offer.price()) < 0).isPresent();
    if (requirements.valuation().isPresent()) {
      state = BagPhase.BIDDING;
    } else if (requirements.quoteFirst() || late || expensive) {
      state = BagPhase.QUOTED;
      quote = Optional.of(offer);
    } else {
      promise(offer);
    }
  }

  /** The first provider has not confirmed that it holds no data. */
  RemainingData delete() {
    if (!state.isEnded()) {
      throw ApiException.conflict("Bag " + id + " has not ended yet.", "Cancel it first.");
    }
    isDeleted = true;
    return new RemainingData(
        List.of(InMemoryBagApi.FIRST),
        order
            .resultOptions()
            .site()
            .map(
                site -> new RemainingData.SiteCopy(site + "/" + id, List.of(InMemoryBagApi.FIRST))),
        2);
  }

  ApiException noPendingQuote() {
    return ApiException.conflict(
        "Bag " + id + " has no pending quote; its state is " + state + ".",
        "Read the bag's state with tender status.");
  }

  static int firstPart(int tasks) {
    return (tasks + 1) / 2;
  }
}
