package tender.simulator.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tender.core.model.Time;
import tender.workload.swf.SwfRow;
import tender.workload.swf.SwfTrace;
import tender.workload.trace.TraceJob;

/**
 * A schedule that another simulator wrote as a log: each row is a job, and its wait column shows
 * when the job started there.
 */
record GoldenSchedule(List<TraceJob> jobs, Map<Long, Long> waitSeconds) {

  static GoldenSchedule read(Path file) throws IOException {
    List<TraceJob> jobs = new ArrayList<>();
    Map<Long, Long> waitSeconds = new HashMap<>();
    for (SwfRow row : SwfTrace.read(file).rows()) {
      jobs.add(
          new TraceJob(
              row.number(),
              row.submitSeconds(),
              row.runSeconds(),
              row.requestedProcessors(),
              row.requestedSeconds()));
      waitSeconds.put(row.number(), row.waitSeconds());
    }
    return new GoldenSchedule(jobs, waitSeconds);
  }

  /** The jobs that start at another second than in the other schedule, in order of arrival. */
  List<String> differences(ClusterSchedule schedule) {
    List<String> differences = new ArrayList<>();
    for (int index = 0; index < schedule.jobs().size(); index++) {
      TraceJob job = schedule.jobs().get(index);
      long goldenMillis = waitSeconds.get(job.number()) * Time.SECOND_MILLIS;
      if (schedule.waitMillis(index) != goldenMillis) {
        differences.add(
            job + " waits " + schedule.waitMillis(index) + " ms, expected " + goldenMillis);
      }
    }
    return differences;
  }
}
