package tender.cli.slurm.queue;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The states of a task, by the names of Slurm. */
public enum TaskState {
  PENDING("PD"),
  RUNNING("R"),
  COMPLETED("CD"),
  FAILED("F"),
  TIMEOUT("TO"),
  OUT_OF_MEMORY("OOM"),
  CANCELLED("CA"),
  NODE_FAIL("NF");

  private static final Set<TaskState> ACTIVE = Set.of(PENDING, RUNNING);

  private final String code;

  TaskState(String code) {
    this.code = code;
  }

  public String code() {
    return code;
  }

  public boolean isActive() {
    return ACTIVE.contains(this);
  }

  /** A state by its name or its code, in any case; empty if no task can be in it. */
  public static Optional<TaskState> parse(String text) {
    String name = text.strip().toUpperCase(Locale.ROOT);
    return Arrays.stream(values())
        .filter(state -> state.name().equals(name) || state.code.equals(name))
        .findFirst();
  }
}
