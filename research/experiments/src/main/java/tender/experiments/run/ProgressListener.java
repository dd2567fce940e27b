package tender.experiments.run;

/** Receives the progress of an experiment; calls never overlap. */
public interface ProgressListener {
  /**
   * Called once before the first run and after every run.
   *
   * @param done number of finished runs, including cached ones
   * @param cached number of cached runs
   */
  void onProgress(int done, int cached, int total);
}
