package tender.cli.slurm.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class JobRecordTest {
  private static final JsonMapper MAPPER = new JsonMapper();

  @Test
  void recordIsReadFromTheCacheAsItWasWritten() {
    for (JobRecord record :
        new JobRecord[] {
          new JobRecord(123_456_789, null, 2, 0, 60), new JobRecord(5, "5-8,20", 1, 500, 60)
        }) {
      JobRecord read = MAPPER.readValue(MAPPER.writeValueAsString(record), JobRecord.class);
      assertThat(read).isEqualTo(record);
      assertThat(read.indexes()).isEqualTo(record.indexes());
    }
  }

  @Test
  void recordWithoutIndexesOfAnArrayIsRefused() {
    String json =
        "{\"number\":5,\"array\":false,\"processors\":1,\"memoryMib\":0,\"runtimeSeconds\":60}";
    assertThatThrownBy(() -> MAPPER.readValue(json, JobRecord.class))
        .isInstanceOf(JacksonException.class);
  }
}
