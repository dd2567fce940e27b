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
 * A schedule that another simulator left as a log: each row is a job and, in the column of waits,
 * when it started there.
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

  /** Whoever starts at another second than in the other schedule, in order of arrival. */
  List<String> differences(ClusterSchedule schedule) {
    List<String> differences = new ArrayList<>();
    for (int place = 0; place < schedule.jobs().size(); place++) {
      TraceJob job = schedule.jobs().get(place);
      long goldenMillis = waitSeconds.get(job.number()) * Time.SECOND_MILLIS;
      if (schedule.waitMillis(place) != goldenMillis) {
        differences.add(
            job + " waits " + schedule.waitMillis(place) + " ms here, there " + goldenMillis);
      }
    }
    return differences;
  }
}
