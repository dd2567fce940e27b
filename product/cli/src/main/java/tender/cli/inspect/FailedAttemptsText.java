package tender.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tender.cli.client.response.BagResponse;
import tender.cli.output.TextPage;
import tender.support.input.Printable;
import tender.support.text.Texts;

/** The text about attempts that have failed, also while their tasks are retried. */
public final class FailedAttemptsText {
  private static final String NO_OUTPUT = "no error output";
  private static final int MAX_LINE_LENGTH = 1_000;

  private FailedAttemptsText() {}

  /** A sentence for each fact; empty if no attempt has failed. */
  static List<String> sentences(BagResponse bag) {
    BagResponse.FailedAttempts failed = bag.failedAttempts();
    if (failed == null) {
      return List.of();
    }
    List<String> sentences = new ArrayList<>();
    Map<String, String> counts =
        Map.of(
            "bag", bag.id(),
            "count", String.valueOf(failed.count()),
            "tasks", String.valueOf(failed.tasks()));
    if (bag.state().equals(BagResponse.STOPPED)) {
      sentences.add(Texts.format("bag", "stopped", counts));
    } else {
      String code = bag.ended() == null ? "attempts-failed-so-far" : "attempts-failed";
      sentences.add(Texts.format("bag", code, counts));
    }
    failed.latest().stream().findFirst().map(FailedAttemptsText::latest).ifPresent(sentences::add);
    return sentences;
  }

  private static String latest(BagResponse.FailedAttempt attempt) {
    return Texts.format(
        "bag",
        "latest-failure",
        Map.of(
            "task", String.valueOf(attempt.taskIndex()),
            "attempt", String.valueOf(attempt.attempt()),
            "code", String.valueOf(attempt.exitCode()),
            "stderr", lastLine(attempt)));
  }

  /** The last line usually names the cause; it is short, because a progress view redraws it. */
  private static String lastLine(BagResponse.FailedAttempt attempt) {
    return attempt
        .stderr()
        .lines()
        .filter(line -> !line.isBlank())
        .reduce((first, second) -> second)
        .map(Printable::of)
        .orElse(NO_OUTPUT);
  }

  /** Part of a line that shows the progress; empty if no attempt has failed. */
  static String inLine(BagResponse bag) {
    BagResponse.FailedAttempts failed = bag.failedAttempts();
    return failed == null || failed.latest().isEmpty()
        ? ""
        : ", %d failed attempts (task %d, exit code %d: %s)"
            .formatted(
                failed.count(),
                failed.latest().getFirst().taskIndex(),
                failed.latest().getFirst().exitCode(),
                lastLine(failed.latest().getFirst()));
  }

  /** Prints the known failed attempts that meet the condition; returns false if there are none. */
  public static boolean print(
      TextPage page, BagResponse bag, Predicate<BagResponse.FailedAttempt> condition) {
    List<BagResponse.FailedAttempt> attempts =
        bag.failedAttempts() == null
            ? List.of()
            : bag.failedAttempts().latest().stream().filter(condition).toList();
    for (BagResponse.FailedAttempt attempt : attempts) {
      page.headline(
          false,
          "Task %d, attempt %d at %s: exit code %d"
              .formatted(
                  attempt.taskIndex(),
                  attempt.attempt(),
                  Printable.of(attempt.provider()),
                  attempt.exitCode()));
      List<String> lines = attempt.stderr().lines().toList();
      (lines.isEmpty() ? List.of("(" + NO_OUTPUT + ")") : lines)
          .forEach(line -> page.line("  " + Printable.upTo(MAX_LINE_LENGTH, line)));
    }
    return !attempts.isEmpty();
  }
}
