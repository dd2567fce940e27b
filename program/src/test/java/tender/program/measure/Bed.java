package tender.program.measure;

import java.io.IOException;
import java.nio.file.Path;
import tender.testbed.Testbed;
import tender.work.Deletion;

/** A testbed of its own, below a folder of its own; both are gone when it is closed. */
final class Bed implements AutoCloseable {
  private final Path folder;
  private final Testbed testbed;

  private Bed(Path folder) {
    this.folder = folder;
    testbed = new Testbed(folder.resolve("bed"));
  }

  /**
   * PostgreSQL, and a cluster.
   *
   * @param processors of the cluster; 0 for none
   */
  static Bed up(int processors) throws IOException, InterruptedException {
    Bed bed = new Bed(Testbed.newFolder("tender-measure"));
    if (processors > 0) {
      bed.testbed.up("--no-ca", "--processors", String.valueOf(processors));
    } else {
      bed.testbed.up("--no-ca", "--no-slurm");
    }
    return bed;
  }

  /** For whatever else a measurement keeps. */
  Path folder() {
    return folder;
  }

  String jdbcUrl() throws IOException {
    return testbed.jdbcUrl();
  }

  Testbed.Cluster cluster() throws IOException {
    return testbed.clusters().getFirst();
  }

  @Override
  public void close() throws IOException {
    try {
      testbed.down();
      Deletion.of(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
