package tender.agent.planning;

import tender.agent.batch.folder.WorkFolder;
import tender.agent.execution.MarketPort;
import tender.agent.files.KeptOutputSender;
import tender.agent.owner.DisclosureLog;

/** What the agent asks the market for, because the market cannot connect to the agent. */
record MarketPolling(KeptOutputSender keptOutputs, DeletedBagCleaner deletedBags)
    implements AutoCloseable {
  static MarketPolling of(
      WorkFolder workFolder,
      MarketPort market,
      DisclosureLog disclosures,
      DeletedBagCleaner deletedBags) {
    return new MarketPolling(
        new KeptOutputSender(
            workFolder.path(),
            part -> workFolder.partFolder(part).path(),
            market,
            disclosures::sending),
        deletedBags);
  }

  void start() {
    keptOutputs.start();
    deletedBags.start();
  }

  @Override
  public void close() {
    keptOutputs.close();
    deletedBags.close();
  }
}
