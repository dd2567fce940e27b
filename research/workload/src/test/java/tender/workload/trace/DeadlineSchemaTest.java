package tender.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static tender.core.model.Time.DAY_MILLIS;
import static tender.core.model.Time.HOUR_MILLIS;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class DeadlineSchemaTest {
  private static final TraceJob JOB = new TraceJob(7, 50, 100, 4, 300);

  @Test
  void slacksAreEquallyLikely() {
    assertThat(countsOfSlack(DeadlineSchema.SCHEMA_1))
        .containsOnlyKeys(18 * HOUR_MILLIS, 36 * HOUR_MILLIS, 10 * DAY_MILLIS)
        .allSatisfy((slack, count) -> assertThat(count).isBetween(9_700, 10_300));
    assertThat(countsOfSlack(DeadlineSchema.SCHEMA_2))
        .containsOnlyKeys(12 * HOUR_MILLIS, DAY_MILLIS, 7 * DAY_MILLIS)
        .allSatisfy((slack, count) -> assertThat(count).isBetween(9_700, 10_300));
  }

  @Test
  void seedAndIndexGiveFixedSlack() {
    var schema = new DeadlineSchema(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    var slackHours = new StringBuilder();
    for (int index = 0; index < 20; index++) {
      slackHours.append(slackMillis(schema, 42, index) / HOUR_MILLIS);
    }
    assertThat(slackHours).hasToString("19803303511921334418");
  }

  @Test
  void seedsAndIndicesAreIndependent() {
    int sameOnNextIndex = 0;
    int sameOnNextSeed = 0;
    for (int index = 0; index < 30_000; index++) {
      long slack = slackMillis(DeadlineSchema.SCHEMA_1, 1, index);
      sameOnNextIndex += slack == slackMillis(DeadlineSchema.SCHEMA_1, 1, index + 1) ? 1 : 0;
      sameOnNextSeed += slack == slackMillis(DeadlineSchema.SCHEMA_1, 2, index) ? 1 : 0;
    }
    assertThat(sameOnNextIndex).isBetween(9_700, 10_300);
    assertThat(sameOnNextSeed).isBetween(9_700, 10_300);
  }

  @Test
  void schemaWithoutValidSlackIsRejected() {
    assertThatThrownBy(() -> new DeadlineSchema(List.of())).hasMessageContaining("at least one");
    assertThatThrownBy(() -> new DeadlineSchema(List.of(1, -2))).hasMessageContaining("[1, -2]");
  }

  private static Map<Long, Integer> countsOfSlack(DeadlineSchema schema) {
    var counts = new TreeMap<Long, Integer>();
    for (int index = 0; index < 30_000; index++) {
      counts.merge(slackMillis(schema, 1, index), 1, Integer::sum);
    }
    return counts;
  }

  private static long slackMillis(DeadlineSchema schema, long seed, long index) {
    return schema.deadlineMillis(JOB, seed, index) - JOB.submitMillis() - JOB.estimateMillis();
  }
}
