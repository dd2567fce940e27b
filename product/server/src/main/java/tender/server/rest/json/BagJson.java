package tender.server.rest.json;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tender.core.metascheduler.state.Breach;
import tender.server.api.view.BagPage;
import tender.server.api.view.BagView;
import tender.server.api.view.QuoteView;
import tender.server.api.view.PromiseView;
import tender.support.http.ResponseJson;

/** A bag as JSON. */
public record BagJson(
    String id,
    String name,
    String state,
    int tasks,
    int done,
    List<FailedTasksJson> failed,
    @Nullable Instant deadline,
    @Nullable String budget,
    @Nullable String valuation,
    @Nullable PromiseJson promise,
    @Nullable QuoteJson counterOffer,
    @Nullable Instant forecast,
    @Nullable BreachJson breach,
    String paid,
    Instant submitted,
    @Nullable Instant ended,
    long version,
    @Nullable Integer worstExitCode) {

  /** Tasks that ended with an exit code other than 0. */
  record FailedTasksJson(int exitCode, int count, String tasks) {}

  /** What was promised. */
  record PromiseJson(Instant by, String price, List<PromisedPartJson> parts) {}

  /** What one provider does. */
  record PromisedPartJson(String provider, int tasks, Instant by, String price, int done) {}

  /** What the person is asked about. */
  record QuoteJson(
      Instant by, String price, Instant until, @Nullable AlternativeJson inTime) {}

  /** What else can be had. */
  record AlternativeJson(Instant by, String price) {}

  /** How the promise was broken. */
  record BreachJson(String cause, String provider, Instant promised, Instant ended) {}

  /** Some bags. */
  record BagPageJson(List<BagJson> bags, @Nullable String next) {}

  /** Very scattered sets are cut, so that a bag of a million tasks is still a small answer. */
  private static final int LONGEST_TASKS = 2_000;

  public static BagPageJson of(BagPage page) {
    return new BagPageJson(page.bags().stream().map(BagJson::of).toList(), page.next().orElse(null));
  }

  public static BagJson of(BagView bag) {
    return new BagJson(
        bag.id().value(),
        bag.name(),
        ResponseJson.wireName(bag.state()),
        bag.tasks(),
        bag.done(),
        bag.failed().stream().map(BagJson::failed).toList(),
        instantOrNull(bag.deadlineMillis()),
        bag.budget().map(Object::toString).orElse(null),
        bag.valuation().map(Object::toString).orElse(null),
        bag.promise().map(BagJson::promise).orElse(null),
        bag.quote().map(BagJson::counterOffer).orElse(null),
        instantOrNull(bag.forecastMillis()),
        bag.breach().map(BagJson::breach).orElse(null),
        bag.paid().toString(),
        Instant.ofEpochMilli(bag.submittedMillis()),
        instantOrNull(bag.endedMillis()),
        bag.version(),
        bag.worstExitCode().isPresent() ? bag.worstExitCode().getAsInt() : null);
  }

  private static FailedTasksJson failed(BagView.FailedTasks failed) {
    String tasks = failed.tasks().toString();
    if (tasks.length() > LONGEST_TASKS) {
      tasks = tasks.substring(0, tasks.lastIndexOf(',', LONGEST_TASKS));
    }
    return new FailedTasksJson(failed.exitCode(), failed.tasks().size(), tasks);
  }

  private static PromiseJson promise(PromiseView promise) {
    return new PromiseJson(
        Instant.ofEpochMilli(promise.byMillis()),
        promise.price().toString(),
        promise.parts().stream()
            .map(
                part ->
                    new PromisedPartJson(
                        part.provider().value(),
                        part.tasks(),
                        Instant.ofEpochMilli(part.byMillis()),
                        part.price().toString(),
                        part.done()))
            .toList());
  }

  private static QuoteJson counterOffer(QuoteView offer) {
    return new QuoteJson(
        Instant.ofEpochMilli(offer.byMillis()),
        offer.price().toString(),
        Instant.ofEpochMilli(offer.expiresMillis()),
        offer
            .alternative()
            .map(
                other ->
                    new AlternativeJson(
                        Instant.ofEpochMilli(other.byMillis()), other.price().toString()))
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
