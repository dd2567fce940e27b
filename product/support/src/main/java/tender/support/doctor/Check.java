package tender.support.doctor;

import java.io.IOException;
import java.util.List;

/**
 * Looks for one kind of fault. A check changes nothing, and waits for a few seconds at most.
 *
 * @param <S> the installation that is checked
 */
public interface Check<S> {
  /** Identifies the check in the output and in the documentation: words with hyphens. */
  String name();

  /**
   * The names of checks that come before this one. If one of them has found a fault or was skipped,
   * this one is skipped, so that one cause is reported once.
   */
  default List<String> needs() {
    return List.of();
  }

  CheckResult run(S installation) throws IOException;
}
