package tender.experiments.offers;

import java.util.ArrayList;
import java.util.List;

/** One thing that every run measures: a quantity of some jobs. */
public record ScopedMetric(LoadScope scope, OffersMetric metric) {
  /** All columns, in the order of files. */
  public static final List<ScopedMetric> ALL = all();

  /** As it stands in files, such as {@code external_weighted_delay}. */
  public String id() {
    return scope.id() + "_" + metric.id();
  }

  private static List<ScopedMetric> all() {
    List<ScopedMetric> columns = new ArrayList<>();
    for (LoadScope load : LoadScope.values()) {
      for (OffersMetric quantity : OffersMetric.values()) {
        if (!quantity.appliesToBagsOnly() || load == LoadScope.EXTERNAL) {
          columns.add(new ScopedMetric(load, quantity));
        }
      }
    }
    return List.copyOf(columns);
  }
}
