package tender.cli.slurm.option;

import java.util.List;

/** A job cannot be submitted, because a bag cannot do what its options say. */
public final class RefusedOptionException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /**
   * With a line for each option.
   *
   * @param problems each begins with the option and its value
   */
  public RefusedOptionException(List<String> problems) {
    super("The job is not submitted.\n  " + String.join(".\n  ", problems) + ".");
  }
}
