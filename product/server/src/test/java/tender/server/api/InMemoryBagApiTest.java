package tender.server.api;

class InMemoryBagApiTest extends BagApiContract {
  private final InMemoryBagApi desk = new InMemoryBagApi(0);

  @Override
  protected BagApi desk() {
    return desk;
  }
}
