package tender.cli.client;

import java.util.List;

/** Who is in the market. */
public record ProvidersResponse(List<Provider> providers) {

  /**
   * A provider.
   *
   * @param kept how many parts it has done in time
   * @param late how many it has not
   * @param medianLateSeconds by how much, in the median of those
   */
  public record Provider(String id, boolean connected, int kept, int late, double medianLateSeconds) {}
}
