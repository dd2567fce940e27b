package tender.fuzz;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import tender.bagfile.results.TaskRecord;

/** What a provider recorded about a task, in a result pack. */
public final class TaskRecordTarget implements FuzzTarget {
  @Override
  public String name() {
    return "task-record";
  }

  @Override
  public void read(byte[] input) throws IOException {
    TaskRecord record;
    try {
      record = TaskRecord.read(new ByteArrayInputStream(input));
    } catch (IllegalArgumentException e) {
      return;
    }
    Properties.same(record, TaskRecord.read(new ByteArrayInputStream(record.toJson())));
  }
}
