package tender.agent.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NicenessTest {
  @Test
  void ownArrayMovesBehindEarlierJob() {
    assertThat(
            Niceness.changes(
                List.of("other", "mine"),
                Map.of("mine", ours("7", 100, 0), "other", others("8", 90)),
                0))
        .isEqualTo(Map.of("7", 11L));
  }

  @Test
  void arrayThatIsAlreadyBehindIsUnchanged() {
    assertThat(
            Niceness.changes(
                List.of("other", "mine"),
                Map.of("mine", ours("7", 80, 0), "other", others("8", 90)),
                0))
        .isEmpty();
  }

  @Test
  void arrayThatShouldBeFirstGetsLowestNiceness() {
    assertThat(
            Niceness.changes(
                List.of("mine", "other"),
                Map.of("mine", ours("7", 89, 11), "other", others("8", 90)),
                5))
        .isEqualTo(Map.of("7", 5L));
  }

  @Test
  void ownArraysAreOrdered() {
    assertThat(
            Niceness.changes(
                List.of("c", "b", "a", "gone"),
                Map.of("a", ours("1", 100, 0), "b", ours("2", 99, 0), "c", ours("3", 98, 0)),
                0))
        .isEqualTo(Map.of("2", 2L, "1", 4L));
  }

  private static SqueueReader.SlurmRank ours(String jobId, long priority, long nice) {
    return new SqueueReader.SlurmRank(jobId, priority, nice, true);
  }

  private static SqueueReader.SlurmRank others(String jobId, long priority) {
    return new SqueueReader.SlurmRank(jobId, priority, 0, false);
  }
}
