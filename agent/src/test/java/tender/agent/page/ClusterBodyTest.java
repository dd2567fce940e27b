package tender.agent.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.core.model.JobId;
import tender.core.model.Time;
import tender.core.provider.Occupied;

class ClusterBodyTest {
  private static final JobId JOB = new JobId("j");

  @Test
  void whatIsPlannedBecomesStepsFromNowOn() {
    var now = new ClusterBody.Step(100, 2, 1);
    assertThat(
            ClusterBody.future(
                now,
                List.of(
                    new Occupied(JOB, true, 2, 50, 200),
                    new Occupied(JOB, false, 1, 90, 150),
                    new Occupied(JOB, false, 3, 150, 300),
                    new Occupied(JOB, true, 1, 120, Time.NEVER))))
        .startsWith(
            new ClusterBody.Step(100, 2, 1),
            new ClusterBody.Step(120, 3, 1),
            new ClusterBody.Step(150, 3, 3),
            new ClusterBody.Step(200, 1, 3),
            new ClusterBody.Step(300, 1, 0))
        .last()
        .isEqualTo(new ClusterBody.Step(100 + 7 * Time.DAY_MILLIS, 0, 0));
  }
}
