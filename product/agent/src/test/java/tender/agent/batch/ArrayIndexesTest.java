package tender.agent.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class ArrayIndexesTest {
  @Test
  void listsAndRangesAreParsed() {
    assertThat(ArrayIndexes.parse("3", "Slurm")).containsExactly(3);
    assertThat(ArrayIndexes.parse("0-2,7,10-20:5%4", "Slurm"))
        .containsExactly(0, 1, 2, 7, 10, 15, 20);
    assertThat(ArrayIndexes.parse("0-49998:2", "Slurm").count()).isEqualTo(25_000);
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> ArrayIndexes.parse("0-2,...", "Slurm"))
        .withMessageContaining("Cannot parse '0-2,...', printed by Slurm");
  }
}
