package tender.program.measure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

  /** PostgreSQL alone. */
  static Bed up() throws IOException, InterruptedException {
    Bed bed = new Bed(Testbed.newFolder("tender-measure"));
    bed.testbed.up("--no-ca", "--no-slurm");
    return bed;
  }

  /** PostgreSQL, and clusters of so many processors. */
  static Bed up(Integer... processors) throws IOException, InterruptedException {
    Bed bed = new Bed(Testbed.newFolder("tender-measure"));
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

  Testbed.Cluster cluster() throws IOException {
    return testbed.clusters().getFirst();
  }

  List<Testbed.Cluster> clusters() throws IOException {
    return testbed.clusters();
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
