package tender.experiments.day;

import java.util.Comparator;
import tender.core.call.ProviderSelector;

/**
 * How a bag calls providers.
 *
 * @param providersPerCall how many it calls first, in the whole market or in its cell
 */
public record DayPolicy(Kind kind, int providersPerCall) implements Comparable<DayPolicy> {
  /** Which providers a bag can reach. */
  public enum Kind {
    /** The most suitable first, further ones in waves. */
    MARKET,
    /** All providers together. */
    ALL,
    /** Those of its cell, and other cells if these do not meet the deadline. */
    CELLS
  }

  /** What a live market does unless its operator chooses otherwise. */
  public static final DayPolicy DEFAULT = calls(ProviderSelector.DEFAULT_PROVIDERS_PER_CALL);

  public static final DayPolicy ALL = new DayPolicy(Kind.ALL, Integer.MAX_VALUE);

  public static final DayPolicy CELLS =
      new DayPolicy(Kind.CELLS, ProviderSelector.DEFAULT_PROVIDERS_PER_CALL);

  static DayPolicy calls(int providersPerCall) {
    return new DayPolicy(Kind.MARKET, providersPerCall);
  }

  /** Such as call-20. */
  public String title() {
    return switch (kind) {
      case MARKET -> "call-" + providersPerCall;
      case ALL -> "call-all";
      case CELLS -> "cells";
    };
  }

  @Override
  public int compareTo(DayPolicy other) {
    return Comparator.comparing(DayPolicy::kind)
        .thenComparingInt(DayPolicy::providersPerCall)
        .compare(this, other);
  }
}
