package tender.agent.owner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.provider.state.ProcessorAllocation;

class ClusterJsonTest {
  private static final JobId JOB = new JobId("j");

  @Test
  void allocationsBecomeForecastSteps() {
    var now = new ClusterJson.UsageStep(100, 2, 1);
    assertThat(
            ClusterJson.forecastSteps(
                now,
                List.of(
                    new ProcessorAllocation(JOB, true, 2, 50, 200),
                    new ProcessorAllocation(JOB, false, 1, 90, 150),
                    new ProcessorAllocation(JOB, false, 3, 150, 300),
                    new ProcessorAllocation(JOB, true, 1, 120, Time.NEVER))))
        .startsWith(
            new ClusterJson.UsageStep(100, 2, 1),
            new ClusterJson.UsageStep(120, 3, 1),
            new ClusterJson.UsageStep(150, 3, 3),
            new ClusterJson.UsageStep(200, 1, 3),
            new ClusterJson.UsageStep(300, 1, 0))
        .last()
        .isEqualTo(new ClusterJson.UsageStep(100 + 7 * Time.DAY_MILLIS, 0, 0));
  }
}
