package tender.experiments.run;

import java.util.Optional;

/** The CSV format of an experiment's runs: a header and one line for each run. */
public interface RunCsvFormat<K, R> {
  String heading();

  String line(R result);

  /** The key of a run; its text is used as a file name. */
  K key(R result);

  /** The run of this key, or empty if the line does not hold it. */
  Optional<R> read(K key, String line);
}
