package tender.measure.testbed;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tender.bagfile.reader.BagDraft;
import tender.cli.client.BagEventStream;
import tender.cli.client.ConnectionSettings;
import tender.cli.client.MarketClient;
import tender.cli.client.response.BagResponse;

/** A user who submits small bags through REST, with the command line's client and its retries. */
public final class MeasurementUser {
  private final MarketClient client;

  public MeasurementUser(URI server, String token) {
    client =
        MarketClient.of(
            new ConnectionSettings(List.of(server), token, Optional.empty()), notice -> {});
  }

  public BagResponse submit() {
    return submit(UUID.randomUUID().toString(), SmallBag.draft());
  }

  /**
   * Submits a bag.
   *
   * @param key the same for every attempt to submit this bag
   */
  public BagResponse submit(String key, BagDraft draft) {
    return client.submit(key, draft, false, "cost");
  }

  /** Waits until the bag has ended, also if servers do not answer for a while. */
  public BagResponse awaitEnd(BagResponse bag) {
    return new BagEventStream(client).followUntil(bag, BagResponse::isEnded, known -> {});
  }

  /** Waits until the bag has a promise or has ended without one. */
  public BagResponse awaitPromise(BagResponse bag) {
    return new BagEventStream(client)
        .followUntil(bag, known -> known.promise() != null, known -> {});
  }

  public BagResponse read(BagResponse bag) {
    return read(bag.id());
  }

  public BagResponse read(String bag) {
    return client.bag(bag);
  }
}
