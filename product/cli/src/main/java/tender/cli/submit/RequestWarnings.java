package tender.cli.submit;

import java.io.PrintWriter;
import tender.cli.client.MarketClient;
import tender.cli.client.RequestRefusedException;
import tender.cli.client.response.BagResponse;
import tender.cli.inspect.StatsReport;

/** Warns if a submitted bag requests far more than earlier tasks with its command used. */
public final class RequestWarnings {
  private static final int NOT_FOUND = 404;

  private RequestWarnings() {}

  /** Prints the warnings of the server. */
  public static void print(MarketClient client, PrintWriter err, BagResponse submitted) {
    try {
      StatsReport.warnings(client.stats(submitted.id()))
          .forEach(warning -> err.println("tender: " + warning));
      err.flush();
    } catch (RequestRefusedException e) {
      // An older server has no such statistics.
      if (e.status() != NOT_FOUND) {
        throw e;
      }
    }
  }
}
