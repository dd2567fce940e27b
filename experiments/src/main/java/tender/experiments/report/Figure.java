package tender.experiments.report;

import java.util.List;
import tender.experiments.run.Load;
import tender.experiments.run.Quantity;

/** The paper's figures. */
enum Figure {
  JOBS_DELAYED(2, "Jobs delayed", "% of jobs", Quantity.JOBS_DELAYED_PERCENT),
  WORK_DELAYED(3, "Work delayed", "% of work", Quantity.WORK_DELAYED_PERCENT),
  WEIGHTED_DELAY(4, "Total weighted delay", "millions", Quantity.WEIGHTED_DELAY),
  CLUSTERS(5, "Clusters per bag", "clusters", Quantity.CLUSTERS_PER_BAG),
  UTILISATION(6, "Utilisation", "% of all processors' time", Quantity.UTILISATION_PERCENT);

  private static final double MILLION = 1e6;

  final int number;
  final String title;
  final String unit;
  final Quantity quantity;

  Figure(int number, String title, String unit, Quantity quantity) {
    this.number = number;
    this.title = title;
    this.unit = unit;
    this.quantity = quantity;
  }

  String fileName() {
    return "figure-" + number + "-" + title.toLowerCase(java.util.Locale.ROOT).replace(' ', '-');
  }

  List<Load> loads() {
    return switch (this) {
      case CLUSTERS -> List.of(Load.EXTERNAL);
      case UTILISATION -> List.of(Load.GLOBAL);
      default -> List.of(Load.values());
    };
  }

  double scale() {
    return this == WEIGHTED_DELAY ? 1 / MILLION : 1;
  }
}
