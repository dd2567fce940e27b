package tender.cli.slurm;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import tender.bagfile.reader.LocalBag;
import tender.cli.client.BagEventStream;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.inspect.BagReport;
import tender.cli.inspect.OffersReport;
import tender.cli.output.TimeFormat;
import tender.cli.submit.InputUpload;
import tender.cli.submit.RequestWarnings;

/** Submits the bag of a job without questions, as sbatch does. */
final class JobSubmission {
  private final ServerOption server;
  private final MarketClient client;

  JobSubmission(ServerOption server, MarketClient client) {
    this.server = server;
    this.client = client;
  }

  /** Submits a bag; without a promise, prints the reason. */
  BagResponse submit(LocalBag local, String optimise) {
    BagResponse bag = decided(local, optimise, false);
    BagResponse.Quote quote = bag.quote();
    if (bag.state().equals(BagResponse.QUOTED) && quote != null) {
      server.warn(
          "No promise: all tasks could be done by %s for %s, but %s. Change --deadline or --budget."
              .formatted(
                  TimeFormat.relative(Instant.now(), quote.by()),
                  BagReport.credits(quote.price()),
                  bag.isInTime(quote) ? "the budget is lower" : "the deadline is earlier"));
      return client.decline(bag.id());
    }
    if (bag.promise() == null) {
      server.warn("No promise: " + OffersReport.summary(client.offers(bag.id())));
      server.warn("For details: tender explain " + bag.id());
    }
    return bag;
  }

  /**
   * Shows by when and for how much the job could be done; nothing is promised.
   *
   * @return whether it could be done at all
   */
  boolean test(LocalBag local, String optimise, long number) {
    BagResponse bag = decided(local, optimise, true);
    BagResponse.Quote quote = bag.quote();
    if (quote == null) {
      server.warn("No quote: " + OffersReport.summary(client.offers(bag.id())));
      return false;
    }
    var _ = client.decline(bag.id());
    boolean isGood = bag.isInTime(quote) && bag.isWithinBudget(quote);
    server
        .err()
        .println(
            "sbatch: Job %d could be done by %s, in %s, for %s%s"
                .formatted(
                    number,
                    TimeFormat.local(quote.by()),
                    TimeFormat.duration(Duration.between(Instant.now(), quote.by())),
                    BagReport.credits(quote.price()),
                    isGood
                        ? ""
                        : ", which is later than --deadline or more expensive than --budget"));
    server.err().flush();
    return isGood;
  }

  private BagResponse decided(LocalBag local, String optimise, boolean quoteFirst) {
    InputUpload.send(client, local, server.command());
    BagResponse submitted =
        client.submit(UUID.randomUUID().toString(), local.draft(), quoteFirst, optimise);
    RequestWarnings.print(client, server.err(), submitted);
    return new BagEventStream(client).followUntil(submitted, now -> !now.isPending(), _ -> {});
  }
}
