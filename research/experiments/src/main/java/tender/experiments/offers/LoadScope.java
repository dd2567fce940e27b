package tender.experiments.offers;

import java.util.Locale;

/** Whose jobs are measured. */
public enum LoadScope {
  /** Those that local users hand in at their cluster. */
  LOCAL,
  /** The bags, which come from outside. */
  EXTERNAL,
  /** All of them. */
  GLOBAL;

  /** As it stands in files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As it stands in figures. */
  public String title() {
    return name().charAt(0) + id().substring(1);
  }
}
