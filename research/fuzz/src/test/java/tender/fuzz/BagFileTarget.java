package tender.fuzz;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrderJson;
import tender.bagfile.reader.BagDraft;
import tender.bagfile.reader.BagFileReader;
import tender.bagfile.reader.NamedFiles;
import tender.bagfile.reader.SubmissionJson;
import tender.support.http.ResponseJson;
import tender.support.input.InputException;

/** Bag files in YAML, which the server reads for the dashboard. */
public final class BagFileTarget implements FuzzTarget {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-11-17T12:00:00Z"), ZoneId.of("Europe/Berlin"));

  private static final NamedFiles FILES =
      new NamedFiles(
          List.of(
              new NamedFiles.NamedFile("pi.py", Digest.of(new byte[1]), 100, 10),
              new NamedFiles.NamedFile("lines.txt", Digest.of(new byte[2]), 1_000, 100)));

  @Override
  public String name() {
    return "bag-file";
  }

  /** A short range such as 1..1000000 defines a million values, which are allowed. */
  @Override
  public long maxAllocatedBytes(int inputBytes) {
    return 1_000L * TaskList.MAX_TASKS + InputCost.DEFAULT_BYTES_PER_INPUT_BYTE * inputBytes;
  }

  @Override
  public void read(byte[] input) {
    BagDraft draft;
    try {
      draft = BagFileReader.readText(new String(input, StandardCharsets.UTF_8), FILES, CLOCK);
    } catch (InputException e) {
      return;
    }
    Properties.between(draft.order().tasks(), 1, TaskList.MAX_TASKS, "The number of tasks");
    byte[] work = ResponseJson.write(SubmissionJson.of(draft).get("work"));
    Properties.same(draft.order(), WorkOrderJson.read(work));
  }
}
