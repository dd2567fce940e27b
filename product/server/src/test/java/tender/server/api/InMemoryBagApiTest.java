package tender.server.api;

class InMemoryBagApiTest extends BagApiContract {
  private final InMemoryBagApi api = new InMemoryBagApi(0);

  @Override
  protected BagApi api() {
    return api;
  }
}
