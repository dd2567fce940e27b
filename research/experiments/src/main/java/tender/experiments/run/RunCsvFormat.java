package tender.experiments.run;

import java.util.Optional;

/** How the runs of an experiment stand in files, each as a line under a heading. */
public interface RunCsvFormat<K, R> {
  String heading();

  String line(R result);

  /** What a run is a run of; as text it is the name of a file. */
  K key(R result);

  /** The run of this key, if the line holds it whole. */
  Optional<R> read(K key, String line);
}
