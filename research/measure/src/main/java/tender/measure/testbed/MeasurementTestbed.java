package tender.measure.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tender.support.files.SecureDeletion;
import tender.testbed.Testbed;

/** A testbed in its own folder; closing stops the testbed and deletes the folder. */
public final class MeasurementTestbed implements AutoCloseable {
  private final Path folder;
  private final Testbed testbed;

  private MeasurementTestbed(Path folder) {
    this.folder = folder;
    testbed = new Testbed(folder.resolve("bed"));
  }

  /** Only PostgreSQL. */
  public static MeasurementTestbed up() throws IOException, InterruptedException {
    MeasurementTestbed measured = new MeasurementTestbed(Testbed.newFolder("tender-measure"));
    measured.testbed.up("--no-ca", "--no-slurm");
    return measured;
  }

  /** PostgreSQL, and clusters with these numbers of processors. */
  public static MeasurementTestbed up(Integer... processors)
      throws IOException, InterruptedException {
    MeasurementTestbed measured = new MeasurementTestbed(Testbed.newFolder("tender-measure"));
    measured.testbed.up("--no-ca", "--processors", list(processors));
    return measured;
  }

  /** PostgreSQL, and clusters whose processors get percentages of the machine's processors. */
  public static MeasurementTestbed upWithQuota(String processors, String percentages)
      throws IOException, InterruptedException {
    MeasurementTestbed measured = new MeasurementTestbed(Testbed.newFolder("tender-measure"));
    measured.testbed.up("--no-ca", "--processors", processors, "--quota", percentages);
    return measured;
  }

  /** PostgreSQL, and clusters with nodes of these kinds, as {@code testbed/up --nodes} has them. */
  public static MeasurementTestbed upWithNodes(String kinds)
      throws IOException, InterruptedException {
    MeasurementTestbed measured = new MeasurementTestbed(Testbed.newFolder("tender-measure"));
    measured.testbed.up("--no-ca", "--nodes", kinds);
    return measured;
  }

  /** The same, with the processors of each cluster divided among queues in this ratio. */
  public static MeasurementTestbed upWithQueues(String ratio, Integer... processors)
      throws IOException, InterruptedException {
    MeasurementTestbed measured = new MeasurementTestbed(Testbed.newFolder("tender-measure"));
    measured.testbed.up("--no-ca", "--processors", list(processors), "--queues", ratio);
    return measured;
  }

  /**
   * Only PostgreSQL, on several nodes.
   *
   * @param seconds after which a standby takes over from a silent primary
   */
  public static MeasurementTestbed upWithFailover(int nodes, int seconds)
      throws IOException, InterruptedException {
    MeasurementTestbed measured = new MeasurementTestbed(Testbed.newFolder("tender-measure"));
    measured.testbed.up("--no-ca", "--no-slurm", "--ha", nodes + ":" + seconds);
    return measured;
  }

  /** Kills the node that is PostgreSQL's primary with signal 9; returns its name. */
  public String killPrimary() throws IOException, InterruptedException {
    return testbed.output("ha-kill").strip();
  }

  /** Starts a killed node, and waits until a standby could take over without loss. */
  public void startNode(String node) throws IOException, InterruptedException {
    testbed.run("ha-start", node);
  }

  private static String list(Integer... processors) {
    return Stream.of(processors).map(String::valueOf).collect(Collectors.joining(","));
  }

  /** The folder, for other files of a measurement. */
  public Path folder() {
    return folder;
  }

  public String jdbcUrl() throws IOException {
    return testbed.jdbcUrl();
  }

  public Testbed.SlurmCluster cluster() throws IOException {
    return testbed.clusters().getFirst();
  }

  public List<Testbed.SlurmCluster> clusters() throws IOException {
    return testbed.clusters();
  }

  @Override
  public void close() throws IOException {
    try {
      testbed.down();
      SecureDeletion.deleteTree(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
