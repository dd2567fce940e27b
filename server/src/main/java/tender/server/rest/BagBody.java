package tender.server.rest;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tender.core.metascheduler.Breach;
import tender.server.market.view.BagPage;
import tender.server.market.view.BagView;
import tender.server.market.view.CounterOffer;
import tender.server.market.view.PromiseView;
import tender.web.Json;

/** A bag as JSON. */
record BagBody(
    String id,
    String name,
    String state,
    int tasks,
    int done,
    List<FailedBody> failed,
    @Nullable Instant deadline,
    @Nullable String budget,
    @Nullable String valuation,
    @Nullable PromiseBody promise,
    @Nullable CounterOfferBody counterOffer,
    @Nullable Instant forecast,
    @Nullable BreachBody breach,
    String paid,
    Instant submitted,
    @Nullable Instant ended,
    long version,
    @Nullable Integer worstExitCode) {

  /** Tasks that ended with an exit code other than 0. */
  record FailedBody(int exitCode, int count, String tasks) {}

  /** What was promised. */
  record PromiseBody(Instant by, String price, List<PartBody> parts) {}

  /** What one provider does. */
  record PartBody(String provider, int tasks, Instant by, String price, int done) {}

  /** What the person is asked about. */
  record CounterOfferBody(
      Instant by, String price, Instant until, @Nullable AlternativeBody inTime) {}

  /** What else can be had. */
  record AlternativeBody(Instant by, String price) {}

  /** How the promise was broken. */
  record BreachBody(String cause, String provider, Instant promised, Instant ended) {}

  /** Some bags. */
  record PageBody(List<BagBody> bags, @Nullable String next) {}

  /** Very scattered sets are cut, so that a bag of a million tasks is still a small answer. */
  private static final int LONGEST_TASKS = 2_000;

  static PageBody of(BagPage page) {
    return new PageBody(page.bags().stream().map(BagBody::of).toList(), page.next().orElse(null));
  }

  static BagBody of(BagView bag) {
    return new BagBody(
        bag.id().value(),
        bag.name(),
        Json.name(bag.state()),
        bag.tasks(),
        bag.done(),
        bag.failed().stream().map(BagBody::failed).toList(),
        instantOrNull(bag.deadlineMillis()),
        bag.budget().map(Object::toString).orElse(null),
        bag.valuation().map(Object::toString).orElse(null),
        bag.promise().map(BagBody::promise).orElse(null),
        bag.counterOffer().map(BagBody::counterOffer).orElse(null),
        instantOrNull(bag.forecastMillis()),
        bag.breach().map(BagBody::breach).orElse(null),
        bag.paid().toString(),
        Instant.ofEpochMilli(bag.submittedMillis()),
        instantOrNull(bag.endedMillis()),
        bag.version(),
        bag.worstExitCode().isPresent() ? bag.worstExitCode().getAsInt() : null);
  }

  private static FailedBody failed(BagView.FailedTasks failed) {
    String tasks = failed.tasks().toString();
    if (tasks.length() > LONGEST_TASKS) {
      tasks = tasks.substring(0, tasks.lastIndexOf(',', LONGEST_TASKS));
    }
    return new FailedBody(failed.exitCode(), failed.tasks().size(), tasks);
  }

  private static PromiseBody promise(PromiseView promise) {
    return new PromiseBody(
        Instant.ofEpochMilli(promise.byMillis()),
        promise.price().toString(),
        promise.parts().stream()
            .map(
                part ->
                    new PartBody(
                        part.provider().value(),
                        part.tasks(),
                        Instant.ofEpochMilli(part.byMillis()),
                        part.price().toString(),
                        part.done()))
            .toList());
  }

  private static CounterOfferBody counterOffer(CounterOffer offer) {
    return new CounterOfferBody(
        Instant.ofEpochMilli(offer.byMillis()),
        offer.price().toString(),
        Instant.ofEpochMilli(offer.untilMillis()),
        offer
            .inTime()
            .map(
                other ->
                    new AlternativeBody(
                        Instant.ofEpochMilli(other.byMillis()), other.price().toString()))
            .orElse(null));
  }

  private static BreachBody breach(Breach breach) {
    return new BreachBody(
        Json.name(breach.cause()),
        breach.provider().value(),
        Instant.ofEpochMilli(breach.promisedMillis()),
        Instant.ofEpochMilli(breach.endedMillis()));
  }

  static @Nullable Instant instantOrNull(OptionalLong millis) {
    return millis.isPresent() ? Instant.ofEpochMilli(millis.getAsLong()) : null;
  }
}
