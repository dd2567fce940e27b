package tender.experiments.run;

import java.util.List;

/** An experiment that repeats each of its combinations with the seeds 1, 2, … */
public interface SeededExperiment<K extends RunKey> {
  /** The number of seeds. */
  int seeds();

  /** All runs, in table order. */
  List<K> keys();
}
