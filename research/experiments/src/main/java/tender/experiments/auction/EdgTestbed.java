package tender.experiments.auction;

import java.util.ArrayList;
import java.util.List;
import tender.core.model.Money;
import tender.core.model.ProviderId;
import tender.core.model.Time;
import tender.simulator.auction.AuctionSite;
import tender.workload.random.SplitMix64;

/**
 * The ten sites of the European Data Grid as Garg et al. simulate them (Table 2), the processors of
 * each split 1 : 2 : 3 over three queues, with initial valuations drawn from 4.5 to 9.5 per
 * processor and second.
 *
 * <p>Run times of the trace are assumed to be those on the slowest processor, 1000 MIPS, so that a
 * job without slack can meet its deadline at every site.
 */
final class EdgTestbed {
  private static final double MIN_PRICE_PER_SECOND = 4.5;
  private static final double MAX_PRICE_PER_SECOND = 9.5;
  private static final long SALT = 0x73697465;

  private record Row(String name, int processors, int mips) {}

  private static final List<Row> TABLE_2 =
      List.of(
          new Row("RAL", 2050, 1140),
          new Row("Imperial College", 2600, 1330),
          new Row("NorduGrid", 650, 1176),
          new Row("NIKHEF", 540, 1166),
          new Row("Lyon", 600, 1320),
          new Row("Milano", 350, 1000),
          new Row("Torino", 200, 1330),
          new Row("Catania", 250, 1200),
          new Row("Padova", 650, 1000),
          new Row("Bologna", 1000, 1140));

  private EdgTestbed() {}

  static List<AuctionSite> sites(int seed) {
    SplitMix64 random = new SplitMix64(SplitMix64.mix(seed ^ SALT));
    List<AuctionSite> sites = new ArrayList<>();
    for (Row row : TABLE_2) {
      double perSecond = random.nextDouble(MIN_PRICE_PER_SECOND, MAX_PRICE_PER_SECOND);
      long perHour = Math.round(perSecond * Time.HOUR_MILLIS);
      sites.add(
          new AuctionSite(
              new ProviderId(row.name),
              AuctionSite.split(row.processors, 1, 2, 3),
              row.mips,
              new Money(perHour)));
    }
    return sites;
  }
}
