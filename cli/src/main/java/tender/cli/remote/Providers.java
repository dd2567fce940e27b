package tender.cli.remote;

import java.util.List;

/** Who is in the market. */
record Providers(List<Provider> providers) {

  /**
   * A provider.
   *
   * @param kept how many parts it has done in time
   * @param late how many it has not
   * @param medianLateSeconds by how much, in the median of those
   */
  record Provider(String id, boolean connected, int kept, int late, double medianLateSeconds) {}
}
