package tender.fuzz;

import java.util.List;
import java.util.ServiceLoader;

/** The class that Jazzer calls. The system property {@code tender.fuzz.target} names the target. */
public final class Fuzzer {
  private static final String TARGET = "tender.fuzz.target";

  private static FuzzTarget target = new NoTarget();

  private Fuzzer() {}

  /** Jazzer calls this once before the first input. */
  public static void fuzzerInitialize() {
    target = named(System.getProperty(TARGET, ""));
  }

  /** Jazzer calls this for each input; what it throws is a finding. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    check(target, input);
  }

  /** Reads an input and throws an {@link AssertionError} if it costs too much. */
  static void check(FuzzTarget target, byte[] input) throws Exception {
    long maxBytes = target.maxAllocatedBytes(input.length);
    if (!InputCost.of(target, input).isWithin(maxBytes)) {
      // The first time may have loaded classes.
      InputCost again = InputCost.of(target, input);
      if (!again.isWithin(maxBytes)) {
        throw new AssertionError(
            "%d bytes of input cost %s; the limits are %d ns and %d bytes."
                .formatted(input.length, again, InputCost.MAX_CPU_NANOS, maxBytes));
      }
    }
  }

  static List<FuzzTarget> all() {
    return ServiceLoader.load(FuzzTarget.class).stream().map(ServiceLoader.Provider::get).toList();
  }

  static FuzzTarget named(String name) {
    List<FuzzTarget> all = all();
    return all.stream()
        .filter(known -> known.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "The target '%s' does not exist. The targets are %s."
                        .formatted(name, all.stream().map(FuzzTarget::name).toList())));
  }

  /** Before {@link #fuzzerInitialize}. */
  private static final class NoTarget implements FuzzTarget {
    @Override
    public String name() {
      return "none";
    }

    @Override
    public void read(byte[] input) {
      throw new IllegalStateException("The system property " + TARGET + " names no target.");
    }
  }
}
