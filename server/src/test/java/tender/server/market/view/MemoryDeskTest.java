package tender.server.market.view;

class MemoryDeskTest extends BagDeskContract {
  private final MemoryDesk desk = new MemoryDesk(0);

  @Override
  protected BagDesk desk() {
    return desk;
  }
}
