package tender.agent.batch.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.batch.ArrayJob;
import tender.core.resource.ResourceAmounts;
import tender.core.resource.TaskRequest;

class ArrayRecordTest {
  private static final TaskRequest REQUEST =
      TaskRequest.onOneNode(new ResourceAmounts(2, 4_096, 0, 0));

  @TempDir Path folder;

  @Test
  void recordsAreReadAsWritten() throws Exception {
    ArrayJob plain = new ArrayJob("a", Path.of("/w/1 2"), 3, 2, 1_000, 3, Optional.empty());
    List<ArrayRecord> records =
        List.of(
            new ArrayRecord(1, plain),
            new ArrayRecord(2, named("b").withRequest(Optional.of(REQUEST))),
            new ArrayRecord(3, named("c").withRequest(Optional.of(REQUEST.onExclusiveNodes()))));
    for (ArrayRecord one : records) {
      one.write(folder);
    }
    assertThat(ArrayRecord.readAll(folder)).isEqualTo(records);
  }

  private static ArrayJob named(String name) {
    return new ArrayJob(name, Path.of("/w/" + name), 3, 2, 1_000, 3, Optional.empty());
  }

  @Test
  void recordOfEarlierProgramHasNoRequest() throws Exception {
    Files.writeString(folder.resolve("old"), "5 3 2 1000 3 /w/old\n");
    assertThat(ArrayRecord.readAll(folder)).containsExactly(new ArrayRecord(5, named("old")));
  }
}
