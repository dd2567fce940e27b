package tender.experiments.nodes;

import java.io.IOException;
import java.util.List;
import tender.experiments.run.TraceFolder;
import tender.simulator.cluster.NodeMachine;
import tender.workload.trace.CleanTrace;
import tender.workload.trace.TraceJob;

/**
 * A log with requested memory and its machine. The headers of the logs give processors and nodes,
 * but no memory.
 *
 * @param trace the name of its file
 */
public record NodesLog(String trace, NodeMachine machine) {
  /**
   * The header says 240 nodes of 1 processor. The centre describes 120 nodes of 2 processors with 1
   * to 4 GB (hpc2n.umu.se, "Building a super cluster", 2002), but not how many have more than 1 GB,
   * so every node counts as 1 GiB.
   */
  public static final NodesLog HPC2N =
      new NodesLog("HPC2N-2002-2.2-cln", new NodeMachine(120, 2, 1_024));

  /**
   * The header says 1024 nodes and 8192 processors. The Parallel Workloads Archive describes 12 GB
   * for each node.
   */
  public static final NodesLog RICC =
      new NodesLog("RICC-2010-2", new NodeMachine(1_024, 8, 12_288));

  public static final List<NodesLog> ALL = List.of(HPC2N, RICC);

  /**
   * The jobs of a log that are simulated.
   *
   * @param jobs that the machine can run
   * @param tooLarge how many jobs of the same part of the log the machine cannot run
   */
  public record Jobs(NodesLog log, CleanTrace content, List<TraceJob> jobs, int tooLarge) {
    /** How many of the jobs request memory. */
    public long withMemory() {
      return jobs.stream().filter(job -> job.memoryKilobytes() > 0).count();
    }
  }

  /** Reads the first jobs of the log. */
  public Jobs read(TraceFolder folder, int mostJobs) throws IOException {
    CleanTrace content = folder.trace(trace).content();
    List<TraceJob> first = content.jobs().stream().limit(mostJobs).toList();
    List<TraceJob> fitting =
        first.stream().filter(job -> machine.request(job).isPresent()).toList();
    return new Jobs(this, content, fitting, first.size() - fitting.size());
  }
}
