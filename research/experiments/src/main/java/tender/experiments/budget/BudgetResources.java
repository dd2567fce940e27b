package tender.experiments.budget;

import java.util.ArrayList;
import java.util.List;
import tender.core.auction.QueueId;
import tender.core.auction.QueueReport;
import tender.core.model.Cluster;
import tender.core.model.FreeSlot;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;

/**
 * The resources of the paper's Table 1. The reference processor has 1 MIPS, so that a length in MI
 * is a run time in seconds. A resource's cost is per processing element and second, so that its
 * "cost per million instruction" is its cost divided by its speed, as in GridSim: only so do the
 * resources with equal cost and speed, R5 and R10, R4 and R9, form the groups of the paper.
 */
final class BudgetResources {
  private record Row(String name, int elements, int mips, int costPerSecond) {}

  private static final List<Row> TABLE_1 =
      List.of(
          new Row("R1", 1, 12, 200),
          new Row("R2", 2, 13, 300),
          new Row("R3", 3, 15, 210),
          new Row("R4", 3, 20, 400),
          new Row("R5", 2, 12, 50),
          new Row("R6", 1, 11, 60),
          new Row("R7", 2, 10, 70),
          new Row("R8", 5, 10, 150),
          new Row("R9", 3, 20, 400),
          new Row("R10", 3, 12, 50));

  private BudgetResources() {}

  /** All resources, idle. */
  static List<QueueReport> idle(ResourcePower power) {
    List<QueueReport> queues = new ArrayList<>();
    for (Row row : TABLE_1) {
      int elementsPerJob = power == ResourcePower.ALL_ELEMENTS ? row.elements : 1;
      int processors = row.elements / elementsPerJob;
      int mips = row.mips * elementsPerJob;
      int costPerSecond = row.costPerSecond * elementsPerJob;
      queues.add(
          new QueueReport(
              new QueueId(new ProviderId(row.name), 0),
              new Cluster(processors, mips * Cluster.REFERENCE_SPEED_PERMILLE),
              new Money(costPerSecond * Time.HOUR_MILLIS),
              List.of(new FreeSlot(0, Time.NEVER, processors))));
    }
    return queues;
  }
}
