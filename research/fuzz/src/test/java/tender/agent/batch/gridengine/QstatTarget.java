package tender.agent.batch.gridengine;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import tender.agent.batch.BatchSystemException;
import tender.agent.batch.LocalJob;
import tender.fuzz.FuzzTarget;
import tender.fuzz.Properties;

/** The outputs of qstat and qconf. The first character of an input selects the command. */
public final class QstatTarget implements FuzzTarget {
  private static final GridEngineJobNames NAMES = GridEngineJobNames.of("me", Path.of("/work"));
  private static final ComplexAttributes ATTRIBUTES =
      ComplexAttributes.read(
          "h_vmem h_vmem MEMORY <= YES YES 1G 0\ngpu gpu INT <= YES JOB 0 0\n",
          Optional.of("exclusive"));
  private static final int MAX_JOBS = 1_000;

  @Override
  public String name() {
    return "qstat";
  }

  @Override
  public void read(byte[] input) {
    String output = new String(input, StandardCharsets.UTF_8);
    try {
      switch (output.isEmpty() ? ' ' : output.charAt(0)) {
        case 'j' -> jobs(output.substring(1));
        case 's' ->
            Properties.between(
                QueueConfiguration.usableSlots(output.substring(1)),
                0,
                Integer.MAX_VALUE,
                "The number of slots");
        case 'q' -> QueueConfiguration.read("main.q", output.substring(1));
        default -> {}
      }
    } catch (BatchSystemException e) {
      // Documented for output that cannot be parsed.
    }
  }

  private static void jobs(String output) {
    QstatReader reader =
        new QstatReader(NAMES, "main.q", LocalJob.UNLIMITED_MILLIS, ATTRIBUTES, MAX_JOBS)
            .read(output);
    for (LocalJob job : reader.local()) {
      Properties.between(job.processors(), 0, Integer.MAX_VALUE, "The number of processors");
      Properties.between(job.limitMillis(), 1, LocalJob.UNLIMITED_MILLIS, "A time limit");
    }
    reader.own().forEach(task -> Properties.between(task.arrayIndex(), 0, 99_999_999, "An index"));
  }
}
