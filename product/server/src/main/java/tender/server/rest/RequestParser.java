package tender.server.rest;

import io.helidon.webserver.http.ServerRequest;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tender.bagfile.Digest;
import tender.bagfile.NotificationChoice;
import tender.bagfile.RelativePath;
import tender.bagfile.reader.TimeText;
import tender.core.budget.LimitFactors;
import tender.core.message.Message;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.Time;
import tender.server.api.view.task.OutputPage;
import tender.server.model.ProjectId;
import tender.server.model.Requirements;
import tender.server.rest.request.RequestValues;
import tender.support.http.NumberParser;
import tender.support.http.ProblemException;
import tender.support.http.ResponseJson;

/** Parses values of a request; a value that cannot be parsed is answered with a problem. */
final class RequestParser {
  private static final Pattern FACTOR = Pattern.compile("0(\\.\\d{1,3})?|1(\\.0{1,3})?");
  private static final String AUCTION = "auction";
  private static final String SHARE = "share";

  private RequestParser() {}

  static BagId bagId(ServerRequest request) {
    String id = request.path().pathParameters().get("id");
    try {
      return new BagId(id);
    } catch (IllegalArgumentException e) {
      throw ProblemException.notFound(
          "You have no bag \"" + ResponseJson.abbreviate(id) + "\".",
          "GET /v1/bags lists your bags.");
    }
  }

  /** The bag id in a path, if there is one; for log lines. */
  static Optional<BagId> bagIdInPath(String path) {
    String[] steps = path.split("/", -1);
    try {
      return steps.length > 3 && steps[2].equals("bags")
          ? Optional.of(new BagId(steps[3]))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  static int taskIndex(ServerRequest request) {
    String number = request.path().pathParameters().get("taskIndex");
    return (int) NumberParser.parse("taskIndex", number, 0, Integer.MAX_VALUE);
  }

  static Digest digest(String text) {
    try {
      return new Digest(text);
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "\"" + ResponseJson.abbreviate(text) + "\" is not a digest.",
          "Send the SHA-256 of the content in 64 lower-case hexadecimal digits.");
    }
  }

  /** The path of a file in a task's folder. */
  static RelativePath path(String text) {
    try {
      return new RelativePath(text);
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "path is \"" + ResponseJson.abbreviate(text) + "\"; it must name a file.",
          "Use a path from kept of the task.");
    }
  }

  /** The end of a page of outputs: the position of a task, a space and a path. */
  static OutputPage.Cursor outputCursor(String text) {
    int space = text.indexOf(' ');
    try {
      return new OutputPage.Cursor(
          Integer.parseInt(text.substring(0, Math.max(0, space))),
          new RelativePath(text.substring(space + 1)).value());
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "cursor is \"" + ResponseJson.abbreviate(text) + "\"; it is not the next of a page.",
          "Use next of the previous page, or leave it out.");
    }
  }

  /** The requirements of a new bag. */
  static Requirements requirements(RequestJson.SubmissionJson given) {
    return new Requirements(
            deadlineMillis(given.deadline()),
            budget(given.budget()),
            given.quoteFirst(),
            valuation(given.mechanism(), given.valuation()),
            preferEarliest(given.optimise()),
            bidStrategy(given.mechanism(), given.bidPerMinute()),
            isLocalFirst(given.domain()),
            limitFactors(given.deadlineFactor(), given.budgetFactor()))
        .withKeep(keepMillis(given.keep()))
        .withProject(project(given.project()))
        .withNotification(Optional.ofNullable(given.notification()).map(RequestParser::choice));
  }

  /** How long the bag is kept after its end. */
  private static OptionalLong keepMillis(@Nullable String keep) {
    return keep == null
        ? OptionalLong.empty()
        : OptionalLong.of(
            TimeText.durationMillis(keep)
                .orElseThrow(
                    () ->
                        ProblemException.unprocessable(
                            "keep is \"%s\", which is not a time."
                                .formatted(ResponseJson.abbreviate(keep)),
                            "Use days, hours, minutes and seconds, such as \"30d\" or \"1d12h\".")));
  }

  private static Optional<ProjectId> project(@Nullable String id) {
    try {
      return Optional.ofNullable(id).map(ProjectId::new);
    } catch (IllegalArgumentException e) {
      throw ProblemException.unprocessable(
          "project is \"%s\", which is not the id of a project."
              .formatted(ResponseJson.abbreviate(String.valueOf(id))),
          "GET /v1/projects lists your projects.");
    }
  }

  private static NotificationChoice choice(RequestJson.NotificationJson given) {
    return new NotificationChoice(
        Optional.ofNullable(given.events())
            .map(events -> events.stream().map(RequestParser::event).distinct().toList()),
        Objects.requireNonNullElse(given.channels(), List.<@Nullable String>of()).stream()
            .map(String::valueOf)
            .distinct()
            .toList());
  }

  private static String event(@Nullable String name) {
    if (name == null || !NotificationChoice.EVENTS.contains(name)) {
      throw ProblemException.unprocessable(
          "notify has an event that bags do not have.",
          "Use some of " + String.join(", ", NotificationChoice.EVENTS) + ".");
    }
    return name;
  }

  /** The requirements of a retry. */
  static Requirements retryRequirements(RequestJson.RequirementsJson given) {
    return new Requirements(
            deadlineMillis(given.deadline()),
            budget(given.budget()),
            given.quoteFirst(),
            Optional.empty(),
            preferEarliest(given.optimise()),
            Optional.empty(),
            false,
            Optional.empty())
        .withProject(project(given.project()));
  }

  private static OptionalLong deadlineMillis(@Nullable String deadline) {
    return deadline == null
        ? OptionalLong.empty()
        : OptionalLong.of(instantMillis("deadline", deadline));
  }

  private static Optional<Money> budget(@Nullable String budget) {
    return Optional.ofNullable(budget).map(text -> RequestValues.money("budget", text));
  }

  private static Optional<LimitFactors> limitFactors(
      @Nullable String deadlineFactor, @Nullable String budgetFactor) {
    Optional<Integer> deadlinePermille =
        Optional.ofNullable(deadlineFactor).map(text -> permille("deadlineFactor", text));
    Optional<Integer> budgetPermille =
        Optional.ofNullable(budgetFactor).map(text -> permille("budgetFactor", text));
    return deadlinePermille.isEmpty() && budgetPermille.isEmpty()
        ? Optional.empty()
        : Optional.of(new LimitFactors(deadlinePermille, budgetPermille));
  }

  private static int permille(String field, String text) {
    if (!FACTOR.matcher(text).matches()) {
      throw ProblemException.unprocessable(
          "%s is \"%s\", which is not a number from 0 to 1."
              .formatted(field, ResponseJson.abbreviate(text)),
          "Use a number with at most three decimals, such as \"0.25\".");
    }
    return new BigDecimal(text).movePointRight(3).intValueExact();
  }

  /** Whether to prefer the earliest end within the budget over the least cost. */
  private static boolean preferEarliest(@Nullable String optimise) {
    return switch (optimise) {
      case null -> false;
      case "cost" -> false;
      case "time" -> true;
      default ->
          throw ProblemException.unprocessable(
              "optimise is \"%s\"; it must be \"cost\" or \"time\"."
                  .formatted(ResponseJson.abbreviate(optimise)),
              "Use one of these, or leave it out.");
    };
  }

  /** Whether the providers of the user's organisations are called first. */
  private static boolean isLocalFirst(@Nullable String domain) {
    return switch (domain) {
      case null -> false;
      case "global" -> false;
      case "local" -> true;
      default ->
          throw ProblemException.unprocessable(
              "domain is \"%s\"; it must be \"local\" or \"global\"."
                  .formatted(ResponseJson.abbreviate(domain)),
              "Use one of these, or leave it out to call all providers.");
    };
  }

  /** The valuation of a bag that bids in the auction; empty for any other bag. */
  private static Optional<Money> valuation(@Nullable String mechanism, @Nullable String valuation) {
    if ((mechanism == null || SHARE.equals(mechanism)) && valuation == null) {
      return Optional.empty();
    }
    if (!AUCTION.equals(mechanism)) {
      throw ProblemException.unprocessable(
          mechanism == null
              ? "valuation is \""
                  + ResponseJson.abbreviate(String.valueOf(valuation))
                  + "\", but mechanism is missing."
              : "mechanism is \""
                  + ResponseJson.abbreviate(mechanism)
                  + (SHARE.equals(mechanism)
                      ? "\", which has no valuation."
                      : "\", which does not exist."),
          "Use \"auction\" with a valuation, or \"share\" with a budget, or leave it out.");
    }
    if (valuation == null) {
      throw ProblemException.unprocessable(
          "mechanism is \"auction\", but valuation is missing.",
          "Give what the bag is worth to you, in credits, such as \"120\".");
    }
    return Optional.of(RequestValues.money("valuation", valuation));
  }

  /** How a bag bids at time-shared providers; empty for any other bag. */
  private static Optional<Message.BidStrategy> bidStrategy(
      @Nullable String mechanism, @Nullable String bidPerMinute) {
    if (!SHARE.equals(mechanism)) {
      if (bidPerMinute != null) {
        throw ProblemException.unprocessable(
            "bidPerMinute is \"%s\", but the mechanism is not share."
                .formatted(ResponseJson.abbreviate(bidPerMinute)),
            "Use the mechanism \"share\" with a budget, or leave bidPerMinute out.");
      }
      return Optional.empty();
    }
    if (bidPerMinute == null) {
      return Optional.of(Message.BidStrategy.BY_DEADLINE);
    }
    Money perMinute = RequestValues.money("bidPerMinute", bidPerMinute);
    if (perMinute.equals(Money.ZERO)) {
      throw ProblemException.unprocessable(
          "bidPerMinute is 0; it must be positive.",
          "Leave it out to let the server bid as the deadline requires.");
    }
    return Optional.of(new Message.BidStrategy(Optional.of(perMinute)));
  }

  static long instantMillis(String field, @Nullable String text) {
    try {
      long millis = Instant.parse(RequestValues.required(field, text)).toEpochMilli();
      return Time.requireInstant(millis, field);
    } catch (DateTimeParseException | IllegalArgumentException | ArithmeticException e) {
      throw ProblemException.unprocessable(
          "%s is \"%s\", which is not an instant."
              .formatted(field, ResponseJson.abbreviate(String.valueOf(text))),
          "Use ISO 8601 in UTC, such as 2026-11-20T09:00:00Z.");
    }
  }
}
