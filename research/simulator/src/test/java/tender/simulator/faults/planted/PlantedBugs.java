package tender.simulator.faults.planted;

import java.util.ArrayList;
import java.util.List;

/** All planted bugs. */
final class PlantedBugs {
  private PlantedBugs() {}

  static List<PlantedBug> all() {
    List<PlantedBug> all = new ArrayList<>();
    all.addAll(PlacementBugs.all());
    all.addAll(BiddingBugs.all());
    all.addAll(HoldBugs.all());
    all.addAll(ResultBugs.all());
    all.addAll(MoneyBugs.all());
    all.addAll(FundsBugs.all());
    all.addAll(StoreBugs.all());
    all.addAll(AccessBugs.all());
    all.addAll(AgentBugs.all());
    all.addAll(ReleasedPartBugs.all());
    all.addAll(RestartBugs.all());
    return all;
  }
}
