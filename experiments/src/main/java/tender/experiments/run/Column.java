package tender.experiments.run;

import java.util.ArrayList;
import java.util.List;

/** One thing that every run measures: a quantity of some jobs. */
public record Column(Load load, Quantity quantity) {
  /** All columns, in the order of files. */
  public static final List<Column> ALL = all();

  /** As it stands in files, such as {@code external_weighted_delay}. */
  public String id() {
    return load.id() + "_" + quantity.id();
  }

  private static List<Column> all() {
    List<Column> columns = new ArrayList<>();
    for (Load load : Load.values()) {
      for (Quantity quantity : Quantity.values()) {
        if (!quantity.isOfBagsOnly() || load == Load.EXTERNAL) {
          columns.add(new Column(load, quantity));
        }
      }
    }
    return List.copyOf(columns);
  }
}
