package tender.experiments.queueing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queues whose waits are known in closed form. */
final class StationsTest {
  private static final double EXACT = 1e-12;

  @Test
  void exponentialServiceMatchesMm1Formula() {
    Mg1Queue queue = new Mg1Queue(0.8, ServiceTime.exponential(1));

    assertThat(queue.waitSeconds()).isCloseTo(0.8 / (1 - 0.8), within(EXACT));
  }

  @Test
  void constantServiceHalvesTheWait() {
    Mg1Queue queue = new Mg1Queue(0.8, ServiceTime.constant(1));

    assertThat(queue.waitSeconds()).isCloseTo(0.8 / (2 * (1 - 0.8)), within(EXACT));
  }

  /** Tabulated values of Erlang's C for a number of servers and an offered load. */
  @ParameterizedTest
  @CsvSource({"1,0.5,0.5", "2,1,0.333333", "3,2,0.444444", "5,4,0.554113", "10,8,0.409180"})
  void waitProbabilityIsErlangC(int servers, double offered, double probability) {
    MgmQueue queue = new MgmQueue(offered, servers, ServiceTime.exponential(1));

    assertThat(queue.waitProbability()).isCloseTo(probability, within(1e-6));
    assertThat(queue.waitSeconds()).isCloseTo(probability / (servers - offered), within(1e-5));
  }

  /** A.8 written out, with factorials. */
  @Test
  void waitProbabilityMatchesExplicitSum() {
    double offered = 3.7;
    double sum = 0;
    double term = 1;
    for (int i = 0; i < 5; i++) {
      sum += term;
      term *= offered / (i + 1);
    }
    double allBusy = term / (1 - offered / 5);

    assertThat(new MgmQueue(offered, 5, ServiceTime.constant(1)).waitProbability())
        .isCloseTo(allBusy / (sum + allBusy), within(EXACT));
  }

  /** The approximation of Nozaki and Ross is exact for one server. */
  @Test
  void mgmQueueWithOneServerIsMg1Queue() {
    ServiceTime service = new Weibull(0.7, 25).serviceTime();

    assertThat(new MgmQueue(0.02, 1, service).waitSeconds())
        .isCloseTo(new Mg1Queue(0.02, service).waitSeconds(), within(1e-9));
  }

  @Test
  void manyServersDoNotOverflow() {
    MgmQueue queue = new MgmQueue(990, 1_000, ServiceTime.exponential(1));

    assertThat(queue.waitProbability()).isBetween(0.6, 0.8);
  }

  /** Two classes of exponential service, by hand: 0.8 / (1 − 0.3) and 0.8 / (0.7 · 0.2). */
  @Test
  void waitsOfTwoClassesMatchHandCalculation() {
    ServiceTime service = ServiceTime.exponential(1);
    PriorityMg1Queue queue =
        new PriorityMg1Queue(
            0.8, List.of(new PriorityClass(0.375, service), new PriorityClass(0.625, service)));

    assertThat(queue.waitSeconds(0)).isCloseTo(0.8 / 0.7, within(EXACT));
    assertThat(queue.waitSeconds(1)).isCloseTo(0.8 / (0.7 * 0.2), within(EXACT));
  }

  /** Kleinrock's conservation law: what one class gains, others lose. */
  @Test
  void prioritiesKeepMeanWaitForEqualServiceTimes() {
    List<PriorityClass> classes = PriorityClass.withEqualValuationTime(0.4, 0.1, 0.2, 0.3, 0.4);

    assertThat(new PriorityMg1Queue(2, classes).waitSeconds())
        .isCloseTo(new Mg1Queue(2, ServiceTime.constant(0.4)).waitSeconds(), within(EXACT));
  }

  @Test
  void waitWithoutSteadyStateIsRejected() {
    ServiceTime service = ServiceTime.constant(1);

    assertThatIllegalStateException().isThrownBy(() -> new Mg1Queue(1, service).waitSeconds());
    assertThatIllegalStateException().isThrownBy(() -> new MgmQueue(2, 2, service).waitSeconds());
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                new PriorityMg1Queue(1, PriorityClass.withEqualValuationTime(1, 1)).waitSeconds());
  }
}
