package tender.experiments.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CallsExperimentTest {
  private static final int PROVIDERS = 30;

  @Test
  void boundedCallsPromiseNearlyAsMuchWithFewerMessages() {
    List<Integer> progress = new ArrayList<>();
    CallsExperiment experiment = new CallsExperiment(PROVIDERS, 20, List.of(5), 1);
    List<CallsResult> results = experiment.run(progress::add);

    assertThat(progress).containsExactly(1, experiment.runs());
    CallsResult few = results.getFirst();
    CallsResult all = results.getLast();
    assertThat(all.providersPerCall()).isEqualTo(PROVIDERS);
    assertThat(all.callsPerBag().mean()).isGreaterThanOrEqualTo(PROVIDERS);
    assertThat(few.callsPerBag().mean()).isLessThan(all.callsPerBag().mean());
    assertThat(few.promisedPercent().mean()).isEqualTo(all.promisedPercent().mean());
    assertThat(few.onTimePercent().mean()).isGreaterThan(all.onTimePercent().mean() - 30);
  }

  @Test
  void runIsDeterministic() {
    CallsExperiment experiment = new CallsExperiment(PROVIDERS, 10, List.of(5), 1);

    assertThat(experiment.run(_ -> {})).isEqualTo(experiment.run(_ -> {}));
  }
}
