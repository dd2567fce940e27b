package tender.measure.market;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tender.cli.client.BagEventStream;
import tender.cli.client.BagResponse;
import tender.cli.client.ConnectionSettings;
import tender.cli.client.MarketClient;

/** A user who submits small bags through REST, with the command line's client and its retries. */
final class MeasurementUser {
  private final MarketClient client;

  MeasurementUser(URI server, String token) {
    client =
        MarketClient.of(
            new ConnectionSettings(List.of(server), token, Optional.empty()), notice -> {});
  }

  BagResponse submit() {
    return client.submit(UUID.randomUUID().toString(), SmallBag.draft(), false, "cost");
  }

  /** Waits until the bag has a promise or has ended without one. */
  BagResponse awaitPromise(BagResponse bag) {
    return new BagEventStream(client)
        .followUntil(bag, known -> known.promise() != null, known -> {});
  }

  BagResponse read(BagResponse bag) {
    return client.bag(bag.id());
  }
}
