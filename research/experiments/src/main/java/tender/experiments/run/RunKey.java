package tender.experiments.run;

/** Identifies one run of an experiment; its text is used as a file name. */
public interface RunKey {
  int seed();
}
