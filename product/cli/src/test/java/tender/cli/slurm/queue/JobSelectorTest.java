package tender.cli.slurm.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobSelectorTest {
  @Test
  void jobsTasksAndBagsAreSelected() {
    assertThat(JobSelector.parse("123,456_7,789_[5-6,9],4q8w1n0xk2ce"))
        .containsExactly(
            new JobSelector("123", Optional.empty()),
            new JobSelector("456", Optional.of(Set.of(7))),
            new JobSelector("789", Optional.of(Set.of(5, 6, 9))),
            new JobSelector("4q8w1n0xk2ce", Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "12_", "12_[", "12_[a]", "12_[3-1]"})
  void otherTextsAreRejected(String text) {
    assertThatThrownBy(() -> JobSelector.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void formatsNameUnknownColumns() {
    assertThat(new QueueFormat("%.10i|%-3t").header()).isEqualTo("     JOBID|%-3t");
    assertThat(new QueueFormat("%8j %T").header()).isEqualTo("NAME     STATE");
    assertThatThrownBy(() -> new QueueFormat("%i %y")).hasMessageContaining("%y");
    assertThat(new AccountingFormat("jobid,State%-12", AccountingFormat.Style.TABLE).header())
        .containsExactly("JobID        State", "------------ ------------");
    assertThatThrownBy(() -> new AccountingFormat("Foo", AccountingFormat.Style.TABLE))
        .hasMessageContaining("Foo");
  }
}
