package tender.agent.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class ArrayIndexesTest {
  @Test
  void listsAndRangesAreParsed() {
    assertThat(ArrayIndexes.parse("3", "Slurm", 1)).containsExactly(3);
    assertThat(ArrayIndexes.parse("0-2,7,10-20:5%4", "Slurm", 7))
        .containsExactly(0, 1, 2, 7, 10, 15, 20);
    assertThat(ArrayIndexes.parse("0-49998:2", "Slurm", 25_000).count()).isEqualTo(25_000);
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> ArrayIndexes.parse("0-2,...", "Slurm", 100))
        .withMessageContaining("Cannot parse '0-2,...', printed by Slurm");
  }

  @Test
  void moreIndexesThanAllowedAreRejected() {
    assertThat(ArrayIndexes.parse("5-2,0-9", "Slurm", 10).count()).isEqualTo(10);
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> ArrayIndexes.parse("0-8,20-21", "Slurm", 10));
    assertThatExceptionOfType(BatchSystemException.class)
        .isThrownBy(() -> ArrayIndexes.parse("0-99999999", "Slurm", 1_000_000));
  }
}
