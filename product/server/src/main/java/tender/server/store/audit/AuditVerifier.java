package tender.server.store.audit;

import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

/** Checks that no entry of the audit log was changed, removed or inserted. */
public final class AuditVerifier {
  private static final int PAGE_SIZE = 1_000;

  private final AuditRepository repository;
  private final Optional<AuditMark> expected;
  private AuditMark last;
  private boolean hasMetExpected;

  /**
   * @param expected was read earlier and kept elsewhere
   */
  public AuditVerifier(AuditRepository repository, Optional<AuditMark> expected) {
    this.repository = repository;
    this.expected = expected;
    last = repository.start();
  }

  /**
   * What was found.
   *
   * @param entries how many are right
   * @param last the last of them; to be expected next time
   * @param problem the first that is wrong; empty: none
   */
  public record Result(long entries, AuditMark last, Optional<String> problem) {}

  /**
   * Reads the whole log.
   *
   * @param progress gets the number of entries after each page
   */
  public Result verify(LongConsumer progress) {
    long entries = 0;
    Optional<String> problem = problemAt(last);
    List<AuditEntry> page;
    do {
      page = repository.after(last.number(), PAGE_SIZE);
      for (AuditEntry entry : page) {
        problem = problem.or(() -> problem(entry));
        if (problem.isPresent()) {
          return new Result(entries, last, problem);
        }
        last = new AuditMark(entry.number(), entry.hash());
        problem = problemAt(last);
        entries++;
      }
      progress.accept(entries);
    } while (!page.isEmpty());
    return new Result(entries, last, problem.or(this::missingEnd));
  }

  private Optional<String> problem(AuditEntry entry) {
    if (entry.number() != last.number() + 1) {
      return Optional.of(
          "After entry %s follows %s: entries were removed."
              .formatted(last.number(), entry.number()));
    }
    String hash = AuditChain.hash(last.hash(), entry.number(), entry.atMillis(), entry.event());
    return hash.equals(entry.hash())
        ? Optional.empty()
        : Optional.of(
            "Entry %s does not match its hash: it or an earlier one was changed."
                .formatted(entry.number()));
  }

  private Optional<String> problemAt(AuditMark mark) {
    if (expected.isEmpty() || expected.get().number() != mark.number()) {
      return Optional.empty();
    }
    hasMetExpected = true;
    return expected.get().equals(mark)
        ? Optional.empty()
        : Optional.of(
            "Entry %s has the hash %s, and not the expected one: the log was replaced."
                .formatted(mark.number(), mark.hash()));
  }

  private Optional<String> missingEnd() {
    if (expected.isEmpty() || hasMetExpected) {
      return Optional.empty();
    }
    long number = expected.get().number();
    return Optional.of(
        number > last.number()
            ? "Entry %s is expected, and the log ends with entry %s: entries at the end were removed."
                .formatted(number, last.number())
            : "Entry %s has expired: compare with a younger one.".formatted(number));
  }
}
