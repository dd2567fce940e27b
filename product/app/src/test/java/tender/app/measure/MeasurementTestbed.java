package tender.app.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tender.testbed.Testbed;
import tender.support.files.SecureDeletion;

/** A testbed of its own, below a folder of its own; both are gone when it is closed. */
final class MeasurementTestbed implements AutoCloseable {
  private final Path folder;
  private final Testbed testbed;

  private MeasurementTestbed(Path folder) {
    this.folder = folder;
    testbed = new Testbed(folder.resolve("bed"));
  }

  /** PostgreSQL alone. */
  static MeasurementTestbed up() throws IOException, InterruptedException {
    MeasurementTestbed bed = new MeasurementTestbed(Testbed.newFolder("tender-measure"));
    bed.testbed.up("--no-ca", "--no-slurm");
    return bed;
  }

  /** PostgreSQL, and clusters of so many processors. */
  static MeasurementTestbed up(Integer... processors) throws IOException, InterruptedException {
    MeasurementTestbed bed = new MeasurementTestbed(Testbed.newFolder("tender-measure"));
    String sizes = Stream.of(processors).map(String::valueOf).collect(Collectors.joining(","));
    bed.testbed.up("--no-ca", "--processors", sizes);
    return bed;
  }

  /** For whatever else a measurement keeps. */
  Path folder() {
    return folder;
  }

  String jdbcUrl() throws IOException {
    return testbed.jdbcUrl();
  }

  Testbed.SlurmCluster cluster() throws IOException {
    return testbed.clusters().getFirst();
  }

  List<Testbed.SlurmCluster> clusters() throws IOException {
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
