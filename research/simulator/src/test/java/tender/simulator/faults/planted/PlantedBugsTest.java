package tender.simulator.faults.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.simulator.faults.checks.Invariant;

/**
 * The fault search finds each planted bug soon and by an expected invariant. Bugs that take more
 * than a second to find are left to {@code scripts/planted-bugs}.
 */
@Tag("slow")
final class PlantedBugsTest {
  private static final int MAX_SEEDS = 2_000;

  /** Found after hundreds or thousands of seeds. */
  private static final Set<String> SLOW =
      Set.of(
          "all-lost-parts-removed",
          "attempt-not-compared",
          "done-committed-again",
          "messages-outside-transaction",
          "one-timer",
          "results-reported-once",
          "commit-repeated-forever");

  private static final String DETECTED_BY =
      """
      promise-when-reserved, ALL_OR_NOTHING
      promise-at-first-commit, ALL_OR_NOTHING
      refused-part-kept, ONE_RESULT_PER_TASK LEDGER_BALANCES
      waits-for-all-offers, EVERYTHING_ENDS
      further-providers-forgotten, ALL_CALLED
      second-call-one-short, NO_TASK_LOST ONE_RESULT_PER_TASK
      lost-part-removed-early, NO_TASK_LOST PROMISE_KEPT_OR_BREACHED LEDGER_BALANCES
      former-owner-kept, ONE_RESULT_PER_TASK
      promise-replaced, PROMISE_KEPT_OR_BREACHED
      dropped-without-breach, NO_TASK_LOST
      late-match-accepted, ONE_RESULT_PER_TASK NO_TASK_LOST
      bids-after-deadline, EVERYTHING_ENDS
      held-part-committed, HELD_UNTIL_COMMITTED
      hold-never-expires, EVERYTHING_ENDS
      uncommitted-tasks-kept, NO_TASK_LOST
      owner-found-by-task, ONE_RESULT_PER_TASK RESULT_FROM_PART_OWNER
      done-tasks-remain, ONE_RESULT_PER_TASK
      all-reported-accepted, ONE_RESULT_PER_TASK
      unknown-results-ignored, EVERYTHING_ENDS
      ended-bag-never-answers, EVERYTHING_ENDS
      ended-bag-breached-again, NO_TASK_LOST
      done-one-early, NO_TASK_LOST
      no-inquiries, EVERYTHING_ENDS
      unanswered-never-reset, PROMISE_KEPT_OR_BREACHED
      trusted-again-too-soon, ONE_RESULT_PER_TASK
      breach-not-recorded, PROMISE_KEPT_OR_BREACHED
      grace-subtracted, PROMISE_KEPT_OR_BREACHED
      replacement-blamed, PROMISE_KEPT_OR_BREACHED
      end-taken-as-receipt, PROMISE_KEPT_OR_BREACHED
      bill-charged-again, PAID_ONCE LEDGER_BALANCES
      bill-not-capped, PAID_ONCE LEDGER_BALANCES
      remaining-hold-not-released, LEDGER_BALANCES
      lost-part-hold-kept, LEDGER_BALANCES
      hold-repeated-with-commit, PAID_ONCE LEDGER_BALANCES
      funds-not-checked, LEDGER_BALANCES
      unpaid-part-committed, LEDGER_BALANCES
      version-not-compared, ONE_RESULT_PER_TASK NO_TASK_LOST PROMISE_KEPT_OR_BREACHED PAID_ONCE
      version-off-by-one, ONE_RESULT_PER_TASK NO_TASK_LOST PROMISE_KEPT_OR_BREACHED PAID_ONCE
      version-kept-without-messages, NO_TASK_LOST ONE_RESULT_PER_TASK PROMISE_KEPT_OR_BREACHED
      conflict-taken-as-written, NO_TASK_LOST ONE_RESULT_PER_TASK PROMISE_KEPT_OR_BREACHED PAID_ONCE
      only-recently-due, EVERYTHING_ENDS
      due-reported-once, EVERYTHING_ENDS
      replicas-use-own-clocks, PROMISE_KEPT_OR_BREACHED
      sender-not-checked, RESULT_FROM_PART_OWNER ALL_OR_NOTHING PROMISE_KEPT_OR_BREACHED
      acknowledged-by-any-provider, ACKNOWLEDGED_BY_ADDRESSEE
      result-without-part, RESULT_FROM_PART_OWNER
      old-identity-accepted, RESULT_FROM_PART_OWNER ACKNOWLEDGED_BY_ADDRESSEE
      clock-read-too-early, NO_EXPIRED_OFFER
      offer-renewed-silently, NO_EXPIRED_OFFER
      lease-end-not-stored, NO_OVERLONG_LEASE
      lease-ends-committed-part, PROMISE_KEPT_OR_BREACHED EVERYTHING_ENDS
      late-commit-confirmed, SAME_ANSWER ALL_OR_NOTHING
      repeated-reserve-refused, SAME_ANSWER PROMISE_KEPT_OR_BREACHED
      committed-not-released, EVERYTHING_ENDS
      power-disclosed, NOTHING_DISCLOSED
      sends-before-storing, SAME_ANSWER ALL_OR_NOTHING
      tasks-renumbered, NO_TASK_LOST EVERYTHING_ENDS
      only-new-results-reported, EVERYTHING_ENDS
      acceptance-of-all, NO_TASK_LOST
      inquiry-answered-with-commitment, PROMISE_KEPT_OR_BREACHED SAME_ANSWER
      local-deadline-as-requested, LOCAL_DEADLINES
      released-part-reported, SAME_ANSWER
      nothing-restored, PROMISE_KEPT_OR_BREACHED NO_OVERLONG_LEASE
      answers-without-parts, EVERYTHING_ENDS NO_OVERLONG_LEASE
      reservations-not-restored, NO_OVERLONG_LEASE
      lease-begins-again, NO_OVERLONG_LEASE
      local-jobs-forgotten, EVERYTHING_ENDS
      running-not-recovered, CAPACITY_ONCE ONE_RESULT_PER_TASK
      ended-not-recovered, ONE_RESULT_PER_TASK
      ended-listed-as-running, ONE_RESULT_PER_TASK EVERYTHING_ENDS
      starts-in-whole-seconds, EVERYTHING_ENDS ONE_RESULT_PER_TASK
      resubmitted-without-lookup, CAPACITY_ONCE ONE_RESULT_PER_TASK
      requeued-not-noticed, EVERYTHING_ENDS
      requeued-taken-as-ended, ONE_RESULT_PER_TASK EVERYTHING_ENDS
      """;

  @ParameterizedTest(name = "{0}")
  @CsvSource(textBlock = DETECTED_BY)
  void plantedBugIsFound(String name, String invariants) {
    Set<Invariant> expected =
        Arrays.stream(invariants.split(" "))
            .map(Invariant::valueOf)
            .collect(Collectors.toUnmodifiableSet());
    Optional<PlantedBugSearch.Detection> found = PlantedBugSearch.first(bug(name), 0, MAX_SEEDS);
    assertThat(found).as(name).isPresent();
    assertThat(found.get().invariant())
        .as(name + " with seed " + found.get().seed())
        .isIn(expected);
  }

  @Test
  void everyPlantedBugIsListed() {
    Set<String> known = new HashSet<>(SLOW);
    DETECTED_BY.lines().map(line -> line.strip().split(",")[0]).forEach(known::add);
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
