package tender.experiments.offers;

import java.util.Locale;

/** Which jobs a metric covers. */
public enum LoadScope {
  /** Jobs that local users submit to their cluster. */
  LOCAL,
  /** Bags that users submit to the metascheduler. */
  EXTERNAL,
  /** All jobs and bags. */
  GLOBAL;

  /** The identifier in result files. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The title in figures. */
  public String title() {
    return name().charAt(0) + id().substring(1);
  }
}
