package tender.experiments.run;

/** Told, on one thread at a time, how far an experiment has come. */
public interface ProgressListener {
  /**
   * Called once before anything runs and after every run.
   *
   * @param done runs that have ended, those of an earlier time included
   * @param kept how many of them are of an earlier time
   */
  void onProgress(int done, int kept, int total);
}
