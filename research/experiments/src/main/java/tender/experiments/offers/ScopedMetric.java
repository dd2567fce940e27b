package tender.experiments.offers;

import java.util.ArrayList;
import java.util.List;

/** A metric over a scope of jobs; one column of the result files. */
public record ScopedMetric(LoadScope scope, OffersMetric metric) {
  /** All columns, in file order. */
  public static final List<ScopedMetric> ALL = all();

  /** The column name, such as {@code external_weighted_delay}. */
  public String id() {
    return scope.id() + "_" + metric.id();
  }

  private static List<ScopedMetric> all() {
    List<ScopedMetric> columns = new ArrayList<>();
    for (LoadScope loadScope : LoadScope.values()) {
      for (OffersMetric offersMetric : OffersMetric.values()) {
        if (!offersMetric.appliesToBagsOnly() || loadScope == LoadScope.EXTERNAL) {
          columns.add(new ScopedMetric(loadScope, offersMetric));
        }
      }
    }
    return List.copyOf(columns);
  }
}
