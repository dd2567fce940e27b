package tender.server.agents.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RegistrationAdmissionTest {
  private static final int MAX_STEPS = 8;
  private static final long NOW_NANOS = Long.MAX_VALUE - 1_000;

  private final RegistrationAdmission admission = new RegistrationAdmission(MAX_STEPS);

  @Test
  void agentsAreAdmittedUpToTheLimit() {
    fill();
    assertThat(admission.tryBegin(NOW_NANOS)).isPresent();
    admission.end(1_000_000);
    assertThat(admission.tryBegin(NOW_NANOS)).as("one step has ended").isEmpty();
    assertThat(admission.tryBegin(NOW_NANOS)).isPresent();
  }

  @Test
  void laterStepsCountButAreNeverRejected() {
    fill();
    admission.begin();
    admission.end(1_000_000);
    assertThat(admission.tryBegin(NOW_NANOS)).as("the earlier steps have not ended").isPresent();
  }

  @Test
  void rejectedAgentsAreSpreadOverTheTimeThatTheServerNeeds() {
    // Two steps of 40 ms each, of which 8 run together: the server admits an agent every 10 ms.
    learn(TimeUnit.MILLISECONDS.toNanos(40));
    List<Long> delays = delays(1_000);
    assertThat(delays).isSorted();
    long spreadMillis = delays.getLast() - delays.getFirst();
    assertThat(spreadMillis).isBetween(9_500L, 10_500L);
    assertThat(delays.stream().distinct().count()).isGreaterThan(900);
  }

  @Test
  void delaysAreBounded() {
    learn(TimeUnit.MINUTES.toNanos(10));
    assertThat(delays(1_000))
        .allMatch(
            millis ->
                millis >= RegistrationAdmission.MIN_DELAY_MILLIS
                    && millis <= RegistrationAdmission.MAX_DELAY_MILLIS);
    learn(0);
    assertThat(delays(1_000)).allMatch(millis -> millis >= RegistrationAdmission.MIN_DELAY_MILLIS);
  }

  @Test
  void agentsAreSpreadAgainWhenTheLastPlaceIsTaken() {
    learn(TimeUnit.MILLISECONDS.toNanos(40));
    List<Long> delays = delays(10_000);
    // Ten times as many as fit: each tenth of the time gets a tenth of them.
    long early = delays.stream().filter(millis -> millis < 10_000).count();
    assertThat(early).isBetween(4_000L, 6_000L);
  }

  @Test
  void placesInThePastAreForgotten() {
    learn(TimeUnit.MILLISECONDS.toNanos(40));
    delays(500);
    long laterNanos = NOW_NANOS + TimeUnit.SECONDS.toNanos(60);
    assertThat(admission.tryBegin(laterNanos).orElseThrow()).isLessThan(500);
  }

  @Test
  void limitMustBePositive() {
    assertThatThrownBy(() -> new RegistrationAdmission(0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> new ConnectionLimits(0, 1))
        .hasMessageContaining("unauthenticated_agents_per_address");
  }

  @Test
  void registrationsLeaveHalfOfTheDatabaseConnections() {
    assertThat(ConnectionLimits.of(64, 16, 10).registrations()).isEqualTo(5);
    assertThat(ConnectionLimits.of(64, 2, 100).registrations()).isEqualTo(4);
    assertThat(ConnectionLimits.of(64, 2, 1).registrations()).isEqualTo(1);
  }

  private void fill() {
    for (int i = 0; i < MAX_STEPS; i++) {
      assertThat(admission.tryBegin(NOW_NANOS)).isEmpty();
    }
  }

  /** Fills all places with steps that take this long. */
  private void learn(long stepNanos) {
    while (admission.tryBegin(NOW_NANOS).isEmpty()) {
      // Until it is full.
    }
    for (int i = 0; i < 1_000; i++) {
      admission.end(stepNanos);
      admission.begin();
    }
  }

  private List<Long> delays(int agents) {
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < agents; i++) {
      OptionalLong millis = admission.tryBegin(NOW_NANOS);
      delays.add(millis.orElseThrow());
    }
    return delays;
  }
}
