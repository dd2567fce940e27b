package tender.experiments.offers;

import java.util.List;
import java.util.Locale;

/** The paper's figures. */
enum OffersFigure {
  JOBS_DELAYED(2, "Jobs delayed", "% of jobs", OffersMetric.JOBS_DELAYED_PERCENT),
  WORK_DELAYED(3, "Work delayed", "% of work", OffersMetric.WORK_DELAYED_PERCENT),
  WEIGHTED_DELAY(4, "Total weighted delay", "millions", OffersMetric.WEIGHTED_DELAY),
  CLUSTERS(5, "Clusters per bag", "clusters", OffersMetric.CLUSTERS_PER_BAG),
  UTILISATION(6, "Utilisation", "% of all processors' time", OffersMetric.UTILISATION_PERCENT);

  private static final double MILLION = 1e6;

  final int number;
  final String title;
  final String unit;
  final OffersMetric metric;

  OffersFigure(int number, String title, String unit, OffersMetric metric) {
    this.number = number;
    this.title = title;
    this.unit = unit;
    this.metric = metric;
  }

  String fileName() {
    return "figure-" + number + "-" + title.toLowerCase(Locale.ROOT).replace(' ', '-');
  }

  List<LoadScope> loads() {
    return switch (this) {
      case CLUSTERS -> List.of(LoadScope.EXTERNAL);
      case UTILISATION -> List.of(LoadScope.GLOBAL);
      default -> List.of(LoadScope.values());
    };
  }

  double scale() {
    return this == WEIGHTED_DELAY ? 1 / MILLION : 1;
  }
}
