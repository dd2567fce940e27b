package tender.core.budget;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tender.core.profile.ArrayProfile;

class ExplicitAllocationTest {
  private static final RequestLimits WIDE = new RequestLimits(4, 100, 10_000);

  @Test
  void idleMachineGetsSmallestSufficientRequest() {
    // 10 tasks on up to 4 processors by 1000 ms: 3 rounds, for which 4 processors are needed.
    assertThat(craft(ArrayProfile.of(0, 4), WIDE, new RequestDemand(10, 100, 100, 1_000)))
        .containsExactly(new ProcessorRequest(0, 4, 300, 10));
    // 4 tasks on 3 processors take 2 rounds, for which 2 processors suffice.
    assertThat(craft(ArrayProfile.of(0, 3), WIDE, new RequestDemand(4, 100, 100, 1_000)))
        .containsExactly(new ProcessorRequest(0, 2, 200, 4));
  }

  @Test
  void requestLimitsAreKept() {
    // 2 processors for at most 250 ms are 4 tasks a request, and there may be 2 requests.
    RequestLimits narrow = new RequestLimits(2, 2, 250);
    assertThat(craft(ArrayProfile.of(0, 4), narrow, new RequestDemand(20, 100, 100, 1_000)))
        .containsExactly(new ProcessorRequest(0, 2, 200, 4), new ProcessorRequest(0, 2, 200, 4));
    // With only 2 processors the second request comes after the first.
    assertThat(craft(ArrayProfile.of(0, 2), narrow, new RequestDemand(20, 100, 100, 1_000)))
        .containsExactly(new ProcessorRequest(0, 2, 200, 4), new ProcessorRequest(200, 2, 200, 4));
  }

  @Test
  void lastTaskGetsTimeOfLongestTask() {
    // In 300 ms two tasks of 100 ms would fit, but one of them may take 220 ms.
    assertThat(craft(ArrayProfile.of(0, 1), WIDE, new RequestDemand(5, 100, 220, 300)))
        .containsExactly(new ProcessorRequest(0, 1, 220, 1));
    assertThat(craft(ArrayProfile.of(0, 1), WIDE, new RequestDemand(5, 100, 220, 320)))
        .containsExactly(new ProcessorRequest(0, 1, 320, 2));
    assertThat(craft(ArrayProfile.of(0, 1), WIDE, new RequestDemand(5, 100, 220, 219))).isEmpty();
  }

  @Test
  void requestsFollowQueue() {
    // Of 4 processors 3 are busy from 200 to 600: wide before and after, narrow in between.
    ArrayProfile free = ArrayProfile.of(0, 4);
    free.take(200, 600, 3);
    RequestLimits one = new RequestLimits(1, 100, 10_000);

    assertThat(craft(free, one, new RequestDemand(99, 100, 100, 800)))
        .containsExactly(new ProcessorRequest(0, 4, 200, 8));
    assertThat(craft(free, one, new RequestDemand(99, 100, 100, 1_000)))
        .containsExactly(new ProcessorRequest(600, 4, 400, 16));
    assertThat(craft(free, WIDE, new RequestDemand(99, 100, 100, 800)))
        .containsExactly(
            new ProcessorRequest(0, 4, 200, 8),
            new ProcessorRequest(200, 1, 400, 4),
            new ProcessorRequest(600, 4, 200, 8));
  }

  @Test
  void waitingRequestIsReplacedByBetterOne() {
    ProcessorRequest waits = new ProcessorRequest(500, 2, 100, 2);
    RequestLimits one = new RequestLimits(1, 100, 10_000);
    // A job has ended early, and 4 processors are free now.
    assertThat(
            ExplicitAllocation.craft(
                List.of(waits), ArrayProfile.of(0, 4), one, new RequestDemand(99, 100, 100, 600)))
        .containsExactly(new ProcessorRequest(0, 4, 600, 24));
    // As many tasks could end elsewhere, which is no reason to move.
    ArrayProfile free = ArrayProfile.of(0, 0);
    free.release(500, 600, 2);
    assertThat(
            ExplicitAllocation.craft(
                List.of(waits), free, one, new RequestDemand(99, 100, 100, 600)))
        .containsExactly(waits);
    // It no longer fits.
    assertThat(
            ExplicitAllocation.craft(
                List.of(waits), ArrayProfile.of(0, 1), one, new RequestDemand(2, 100, 100, 600)))
        .containsExactly(new ProcessorRequest(0, 1, 200, 2));
  }

  @Test
  void randomRequestsAreFeasibleAndLocallyOptimal() {
    for (int seed = 0; seed < 2_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrayProfile free = BudgetFixtures.drawProfile(random);
      RequestLimits limits =
          new RequestLimits(
              1 + random.nextInt(4), 1 + random.nextInt(16), 50 + random.nextInt(500));
      long typicalMillis = 1L + random.nextInt(60);
      RequestDemand demand =
          new RequestDemand(
              random.nextInt(100),
              typicalMillis,
              typicalMillis + random.nextInt(40),
              random.nextInt(1_500));
      List<ProcessorRequest> before = craft(BudgetFixtures.drawProfile(random), limits, demand);

      List<ProcessorRequest> requests = ExplicitAllocation.craft(before, free, limits, demand);

      assertThat(requests).hasSizeLessThanOrEqualTo(limits.maxPending());
      ArrayProfile left = free.copy();
      for (ProcessorRequest request : requests) {
        assertThat(request.processors()).isBetween(1, limits.maxProcessors());
        assertThat(request.durationMillis()).isBetween(1L, limits.maxMillis());
        assertThat(request.endMillis()).isLessThanOrEqualTo(demand.untilMillis());
        assertThat((long) request.tasks())
            .isBetween(1L, request.processors() * demand.rounds(request.durationMillis()));
        // Throws if the queue has no room.
        left.take(request.startMillis(), request.endMillis(), request.processors());
      }
      assertThat(expected(requests)).isLessThanOrEqualTo(demand.tasks());
      assertNothingGains(requests, free, limits, demand);
    }
  }

  /** Crafts each request again between the others. */
  private static void assertNothingGains(
      List<ProcessorRequest> requests,
      ArrayProfile free,
      RequestLimits limits,
      RequestDemand demand) {
    RequestLimits one = new RequestLimits(1, limits.maxProcessors(), limits.maxMillis());
    for (int i = 0; i < requests.size(); i++) {
      List<ProcessorRequest> others = new ArrayList<>(requests);
      ProcessorRequest old = others.remove(i);
      ArrayProfile without = free.copy();
      others.forEach(
          other -> without.take(other.startMillis(), other.endMillis(), other.processors()));
      RequestDemand rest =
          new RequestDemand(
              Math.max(0, demand.tasks() - expected(others)),
              demand.typicalMillis(),
              demand.longestMillis(),
              demand.untilMillis());
      assertThat(expected(craft(without, one, rest))).isLessThanOrEqualTo(old.tasks());
    }
  }

  private static int expected(List<ProcessorRequest> requests) {
    return requests.stream().mapToInt(ProcessorRequest::tasks).sum();
  }

  private static List<ProcessorRequest> craft(
      ArrayProfile free, RequestLimits limits, RequestDemand demand) {
    return ExplicitAllocation.craft(List.of(), free, limits, demand);
  }
}
