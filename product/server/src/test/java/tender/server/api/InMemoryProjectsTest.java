package tender.server.api;

/** The fake of the REST tests fulfils the contract. */
class InMemoryProjectsTest extends ProjectApiContract {
  private final InMemoryProjects projects = new InMemoryProjects();

  @Override
  protected ProjectApi api() {
    return projects;
  }
}
