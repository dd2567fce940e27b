package tender.server.engine.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tender.bagfile.results.PackEntry;
import tender.bagfile.results.ResultPackWriter;
import tender.core.model.TaskSet;
import tender.server.model.TaskUsage;

class DeliveredPackTest {
  private static final String TIMES =
      "{\"attempts\":2,\"started\":\"2030-01-01T00:00:00Z\",\"ended\":\"2030-01-01T00:00:02.5Z\"";

  @Test
  void usageIsReadFromRecords() throws IOException {
    DeliveredPack pack =
        read(
            TIMES + ",\"peakMemoryBytes\":5000,\"outOfMemory\":1}",
            // As older agents write it.
            TIMES + "}",
            "{\"missingOutputs\":1}");
    assertThat(pack.tasks()).isEqualTo(TaskSet.first(3));
    assertThat(pack.usage())
        .isEqualTo(
            new TreeMap<>(
                Map.of(
                    0,
                    new TaskUsage(OptionalLong.of(5_000), OptionalLong.of(2_500), 1),
                    1,
                    new TaskUsage(OptionalLong.empty(), OptionalLong.of(2_500), 0))));
  }

  @Test
  void impossibleValuesAreIgnored() throws IOException {
    for (String peak : List.of("-1", "9223372036854775807", "1125899906842625", "\"x\"", "1e99")) {
      assertThat(read(TIMES + ",\"peakMemoryBytes\":" + peak + "}").usage()).as(peak).isEmpty();
    }
    assertThat(read(TIMES + ",\"outOfMemory\":-1}", "{", "null").usage()).isEmpty();
    for (String ended :
        List.of("1960-01-01T00:00:00Z", "2029-01-01T00:00:00Z", "+999999999-01-01T00:00:00Z")) {
      String record = TIMES.replace("2030-01-01T00:00:02.5Z", ended) + "}";
      assertThat(read(record).usage().get(0).runMillis()).as(ended).isEmpty();
    }
  }

  /** A pack with the records of the tasks 0, 1 and so on. */
  private static DeliveredPack read(String... records) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ResultPackWriter writer = new ResultPackWriter(bytes)) {
      for (int task = 0; task < records.length; task++) {
        byte[] record = records[task].getBytes(StandardCharsets.UTF_8);
        writer.add(PackEntry.record(task), new ByteArrayInputStream(record));
      }
    }
    return DeliveredPack.read(new ByteArrayInputStream(bytes.toByteArray()));
  }
}
