package tender.simulator.faults.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.simulator.faults.checks.Invariant;

/**
 * The search finds what somebody got wrong on purpose, soon, and for the right reason. Those that
 * take more than a second to find are left to {@code scripts/planted-bugs}.
 */
final class PlantedBugsTest {
  private static final int SEEDS_AT_MOST = 2_000;

  /** Found after hundreds or thousands of seeds. */
  private static final Set<String> SLOW =
      Set.of(
          "all-lost-parts-struck",
          "attempt-not-compared",
          "done-committed-again",
          "messages-outside-transaction",
          "one-alarm",
          "results-told-once",
          "tells-for-ever");

  private static final String CAUGHT_BY =
      """
      promise-when-reserved, WHOLE_OR_NOTHING
      promise-at-first-commit, WHOLE_OR_NOTHING
      refused-part-stays, ONE_RESULT_PER_TASK BOOKS_ADD_UP
      waits-for-all-offers, EVERYTHING_ENDS
      second-call-one-short, NO_TASK_LOST ONE_RESULT_PER_TASK
      lost-part-struck-at-once, NO_TASK_LOST PROMISE_KEPT_OR_BREACHED BOOKS_ADD_UP
      former-owner-stays, ONE_RESULT_PER_TASK
      promise-made-anew, PROMISE_KEPT_OR_BREACHED
      dropped-without-a-word, NO_TASK_LOST
      late-match-taken, ONE_RESULT_PER_TASK NO_TASK_LOST
      bids-for-ever, EVERYTHING_ENDS
      owner-found-by-task, ONE_RESULT_PER_TASK
      done-stays-left, ONE_RESULT_PER_TASK
      all-named-count, ONE_RESULT_PER_TASK
      unknown-results-ignored, EVERYTHING_ENDS
      ended-bag-is-silent, EVERYTHING_ENDS
      ended-bag-judged-again, NO_TASK_LOST
      done-one-early, NO_TASK_LOST
      nobody-inquires, EVERYTHING_ENDS
      silence-adds-up, PROMISE_KEPT_OR_BREACHED
      trusted-again-too-soon, ONE_RESULT_PER_TASK
      breach-not-recorded, PROMISE_KEPT_OR_BREACHED
      grace-subtracted, PROMISE_KEPT_OR_BREACHED
      substitute-blamed, PROMISE_KEPT_OR_BREACHED
      end-taken-as-heard, PROMISE_KEPT_OR_BREACHED
      bill-paid-again, PAID_ONCE BOOKS_ADD_UP
      bill-not-capped, PAID_ONCE BOOKS_ADD_UP
      rest-not-given-back, BOOKS_ADD_UP
      lost-keeps-its-money, BOOKS_ADD_UP
      held-as-often-as-told, PAID_ONCE BOOKS_ADD_UP
      version-not-compared, ONE_RESULT_PER_TASK NO_TASK_LOST PROMISE_KEPT_OR_BREACHED
      version-off-by-one, ONE_RESULT_PER_TASK NO_TASK_LOST PROMISE_KEPT_OR_BREACHED
      version-kept-without-messages, NO_TASK_LOST ONE_RESULT_PER_TASK PROMISE_KEPT_OR_BREACHED
      conflict-taken-as-written, NO_TASK_LOST ONE_RESULT_PER_TASK PROMISE_KEPT_OR_BREACHED
      due-only-lately, EVERYTHING_ENDS
      due-told-once, EVERYTHING_ENDS
      clocks-of-their-own, PROMISE_KEPT_OR_BREACHED
      sender-not-checked, ONE_RESULT_PER_TASK WHOLE_OR_NOTHING PROMISE_KEPT_OR_BREACHED
      clock-read-too-early, NO_EXPIRED_OFFER
      offer-renewed-silently, NO_EXPIRED_OFFER
      lease-end-not-stored, NO_OVERLONG_LEASE
      lease-ends-committed-part, PROMISE_KEPT_OR_BREACHED EVERYTHING_ENDS
      late-commit-confirmed, SAME_ANSWER WHOLE_OR_NOTHING
      reserve-twice-refused, SAME_ANSWER PROMISE_KEPT_OR_BREACHED
      committed-not-released, EVERYTHING_ENDS
      power-disclosed, NOTHING_DISCLOSED
      sends-before-storing, SAME_ANSWER WHOLE_OR_NOTHING
      tasks-numbered-anew, NO_TASK_LOST EVERYTHING_ENDS
      only-news-told, EVERYTHING_ENDS
      acceptance-of-all, NO_TASK_LOST
      inquiry-answered-with-commitment, PROMISE_KEPT_OR_BREACHED
      local-deadline-as-asked, LOCAL_DEADLINES
      nothing-restored, PROMISE_KEPT_OR_BREACHED NO_OVERLONG_LEASE
      answers-without-parts, EVERYTHING_ENDS
      reservations-not-restored, NO_OVERLONG_LEASE
      lease-begins-again, NO_OVERLONG_LEASE
      local-jobs-forgotten, EVERYTHING_ENDS
      running-not-asked-for, CAPACITY_ONCE ONE_RESULT_PER_TASK
      ended-not-asked-for, ONE_RESULT_PER_TASK
      ended-listed-as-running, ONE_RESULT_PER_TASK EVERYTHING_ENDS
      starts-in-whole-seconds, EVERYTHING_ENDS ONE_RESULT_PER_TASK
      submitted-again-unseen, CAPACITY_ONCE ONE_RESULT_PER_TASK
      requeued-not-noticed, EVERYTHING_ENDS
      requeued-taken-as-ended, ONE_RESULT_PER_TASK EVERYTHING_ENDS
      """;

  @ParameterizedTest(name = "{0}")
  @CsvSource(textBlock = CAUGHT_BY)
  void isFound(String name, String invariants) {
    Set<Invariant> expected =
        Arrays.stream(invariants.split(" "))
            .map(Invariant::valueOf)
            .collect(Collectors.toUnmodifiableSet());
    Optional<PlantedBugSearch.Detection> found = PlantedBugSearch.first(bug(name), 0, SEEDS_AT_MOST);
    assertThat(found).as(name).isPresent();
    assertThat(found.get().invariant()).as(name + " with seed " + found.get().seed()).isIn(expected);
  }

  @Test
  void allAreLookedForHereOrByTheScript() {
    Set<String> known = new HashSet<>(SLOW);
    CAUGHT_BY.lines().map(line -> line.strip().split(",")[0]).forEach(known::add);
    assertThat(PlantedBugs.all()).extracting(PlantedBug::name).doesNotHaveDuplicates();
    assertThat(PlantedBugs.all())
        .extracting(PlantedBug::name)
        .containsExactlyInAnyOrderElementsOf(known);
  }

  private static PlantedBug bug(String name) {
    return PlantedBugs.all().stream()
        .filter(bug -> bug.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
