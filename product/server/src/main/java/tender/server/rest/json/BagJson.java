package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tender.core.metascheduler.state.Breach;
import tender.core.model.Money;
import tender.core.model.TaskSet;
import tender.server.api.view.BagPage;
import tender.server.api.view.BagView;
import tender.server.api.view.FailedAttempts;
import tender.server.api.view.PromiseView;
import tender.server.api.view.QuoteView;
import tender.support.http.ResponseJson;

/** A bag as JSON. */
public record BagJson(
    String id,
    String name,
    String state,
    int tasks,
    int done,
    List<FailedTasksJson> failed,
    @Nullable MissingOutputJson missingOutput,
    @Nullable Instant deadline,
    @Nullable String budget,
    @Nullable String valuation,
    @Nullable String project,
    @Nullable PromiseJson promise,
    @Nullable QuoteJson quote,
    @Nullable Instant forecast,
    @Nullable BreachJson breach,
    String paid,
    Instant submitted,
    @Nullable Instant ended,
    long version,
    @Nullable Integer worstExitCode,
    @Nullable FailedAttemptsJson failedAttempts) {

  /** Failed tasks that ended with this exit code. */
  record FailedTasksJson(int exitCode, int count, String tasks, @Nullable Double runtimeSeconds) {}

  /** Tasks that exited with 0 but whose outputs are missing. */
  record MissingOutputJson(int count, String tasks) {}

  /** Attempts that have failed, also of tasks that are retried. */
  record FailedAttemptsJson(int count, int tasks, List<FailedAttemptJson> latest) {}

  /** A failed attempt. */
  record FailedAttemptJson(
      int taskIndex, int attempt, int exitCode, String provider, String stderr) {}

  /** The promise for the bag. */
  record PromiseJson(Instant by, String price, List<PromisedPartJson> parts) {}

  /** What one provider promised. */
  record PromisedPartJson(
      String provider, int tasks, Instant by, String price, int done, boolean firm) {}

  /** The quote that waits for the user. */
  record QuoteJson(
      Instant by,
      Instant expected,
      String price,
      @Nullable String surcharge,
      Instant expires,
      @Nullable AlternativeJson alternative) {}

  /** Another quote that the user may accept. */
  record AlternativeJson(Instant by, String price) {}

  /** How the promise was broken. */
  record BreachJson(String cause, String provider, Instant promised, Instant ended) {}

  /** A page of bags. */
  record BagPageJson(List<BagJson> bags, @Nullable String next) {}

  /** Fragmented task sets are truncated, so that a bag of a million tasks is a small response. */
  private static final int MAX_TASKS_LENGTH = 2_000;

  public static BagPageJson of(BagPage page) {
    return new BagPageJson(
        page.bags().stream().map(BagJson::of).toList(), page.next().orElse(null));
  }

  public static BagJson of(BagView bag) {
    return new BagJson(
        bag.id().value(),
        bag.name(),
        ResponseJson.wireName(bag.state()),
        bag.tasks(),
        bag.done(),
        bag.failed().stream().map(BagJson::failed).toList(),
        missingOutput(bag.missingOutput()),
        instantOrNull(bag.deadlineMillis()),
        bag.budget().map(Object::toString).orElse(null),
        bag.valuation().map(Object::toString).orElse(null),
        bag.project().map(Object::toString).orElse(null),
        bag.promise().map(BagJson::promise).orElse(null),
        bag.quote().map(BagJson::quote).orElse(null),
        instantOrNull(bag.forecastMillis()),
        bag.breach().map(BagJson::breach).orElse(null),
        bag.paid().toString(),
        Instant.ofEpochMilli(bag.submittedMillis()),
        instantOrNull(bag.endedMillis()),
        bag.version(),
        bag.worstExitCode().isPresent() ? bag.worstExitCode().getAsInt() : null,
        bag.failedAttempts().map(BagJson::failedAttempts).orElse(null));
  }

  private static FailedAttemptsJson failedAttempts(FailedAttempts failed) {
    return new FailedAttemptsJson(
        failed.count(),
        failed.tasks(),
        failed.latest().stream()
            .map(
                attempt ->
                    new FailedAttemptJson(
                        attempt.taskIndex(),
                        attempt.attempt(),
                        attempt.exitCode(),
                        attempt.provider().value(),
                        attempt.stderr()))
            .toList());
  }

  private static FailedTasksJson failed(BagView.FailedTasks failed) {
    return new FailedTasksJson(
        failed.exitCode(),
        failed.tasks().size(),
        truncated(failed.tasks()),
        failed.runtimeMillis().isPresent() ? failed.runtimeMillis().getAsLong() / 1e3 : null);
  }

  private static @Nullable MissingOutputJson missingOutput(TaskSet tasks) {
    return tasks.isEmpty() ? null : new MissingOutputJson(tasks.size(), truncated(tasks));
  }

  private static String truncated(TaskSet set) {
    String tasks = set.toString();
    return tasks.length() > MAX_TASKS_LENGTH
        ? tasks.substring(0, tasks.lastIndexOf(',', MAX_TASKS_LENGTH))
        : tasks;
  }

  private static PromiseJson promise(PromiseView promise) {
    return new PromiseJson(
        Instant.ofEpochMilli(promise.completionMillis()),
        promise.price().toString(),
        promise.parts().stream()
            .map(
                part ->
                    new PromisedPartJson(
                        part.provider().value(),
                        part.tasks(),
                        Instant.ofEpochMilli(part.completionMillis()),
                        part.price().toString(),
                        part.done(),
                        part.firm()))
            .toList());
  }

  private static QuoteJson quote(QuoteView offer) {
    return new QuoteJson(
        Instant.ofEpochMilli(offer.completionMillis()),
        Instant.ofEpochMilli(offer.expectedMillis()),
        offer.price().toString(),
        offer.surcharge().equals(Money.ZERO) ? null : offer.surcharge().toString(),
        Instant.ofEpochMilli(offer.expiresMillis()),
        offer
            .alternative()
            .map(
                other ->
                    new AlternativeJson(
                        Instant.ofEpochMilli(other.completionMillis()), other.price().toString()))
            .orElse(null));
  }

  private static BreachJson breach(Breach breach) {
    return new BreachJson(
        ResponseJson.wireName(breach.cause()),
        breach.provider().value(),
        Instant.ofEpochMilli(breach.promisedMillis()),
        Instant.ofEpochMilli(breach.endedMillis()));
  }

  static @Nullable Instant instantOrNull(OptionalLong millis) {
    return millis.isPresent() ? Instant.ofEpochMilli(millis.getAsLong()) : null;
  }
}
