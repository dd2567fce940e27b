package tender.cli.slurm.option;

/** What happens to an option of {@code sbatch}. */
public enum Fate {
  /** The bag does what the option says. */
  HONOURED,
  /** The option does not matter for the bag; a warning says so. */
  IGNORED,
  /** The bag cannot do what the option says, and is not submitted. */
  REFUSED,
  /** Slurm does not have the option. */
  ADDED
}
