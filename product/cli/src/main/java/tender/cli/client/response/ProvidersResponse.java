package tender.cli.client.response;

import java.util.List;

/** The providers of the market. */
public record ProvidersResponse(List<Provider> providers) {

  /**
   * A provider.
   *
   * @param enrolled whether its agent has ever enrolled
   * @param kept the number of parts completed in time
   * @param late the number of late parts
   * @param medianLateSeconds the median lateness of the late parts
   * @param organisations to which it belongs
   */
  public record Provider(
      String id,
      boolean enrolled,
      boolean connected,
      int kept,
      int late,
      double medianLateSeconds,
      List<String> organisations) {}
}
