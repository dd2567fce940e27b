package tender.support.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tender.support.doctor.CheckResult.Status;
import tender.support.text.ErrorMessages;

/**
 * Runs checks in their order, and skips those that depend on something that failed.
 *
 * @param <S> the installation that is checked
 */
public final class Doctor<S> {
  private final List<Check<S>> checks;

  /** Fails if two checks have one name, or one needs a check that does not come before it. */
  public Doctor(List<Check<S>> checks) {
    Set<String> names = new HashSet<>();
    for (Check<S> check : checks) {
      if (!names.containsAll(check.needs()) || !names.add(check.name())) {
        throw new IllegalArgumentException(
            "The check '%s' exists twice, or needs one of %s that does not come before it."
                .formatted(check.name(), check.needs()));
      }
    }
    this.checks = List.copyOf(checks);
  }

  /** The names of all checks. */
  public List<String> names() {
    return checks.stream().map(Check::name).toList();
  }

  /** The same without some checks, and without those that need them. */
  public Doctor<S> without(Predicate<String> left) {
    Set<String> dropped = new HashSet<>();
    List<Check<S>> kept = new ArrayList<>();
    for (Check<S> check : checks) {
      if (left.test(check.name()) || check.needs().stream().anyMatch(dropped::contains)) {
        dropped.add(check.name());
      } else {
        kept.add(check);
      }
    }
    return new Doctor<>(kept);
  }

  /** Runs all checks. */
  public List<Finding> examine(S installation) {
    Set<String> failed = new HashSet<>();
    List<Finding> findings = new ArrayList<>();
    for (Check<S> check : checks) {
      Optional<String> failedNeed = check.needs().stream().filter(failed::contains).findFirst();
      CheckResult result =
          failedNeed.isPresent() ? CheckResult.skipped(failedNeed.get()) : run(check, installation);
      if (result.status() == Status.FAULT || result.status() == Status.SKIPPED) {
        failed.add(check.name());
      }
      findings.add(new Finding(check.name(), result));
    }
    return findings;
  }

  /** A check that fails with an exception must not hide the results of the others. */
  private static <S> CheckResult run(Check<S> check, S installation) {
    try {
      return check.run(installation);
    } catch (IOException | RuntimeException e) {
      return CheckResult.fault(
          "the check failed: " + ErrorMessages.describe(e),
          "Correct the cause, if you know it. Otherwise report this with the output of TENDER_DEBUG=1.");
    }
  }
}
