package tender.server.projects;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import tender.server.api.ProjectApi;
import tender.server.api.ProjectApiContract;
import tender.server.model.UserId;
import tender.server.store.Database;
import tender.server.store.PostgresServer;

/** The service on a real PostgreSQL. */
@Tag("live")
class ProjectServiceTest extends ProjectApiContract {
  private final Database database = Database.open(PostgresServer.shared().newDatabase(), "here");

  private final ProjectService service = new ProjectService(database);

  ProjectServiceTest() {
    for (UserId user : List.of(ANN, BEN, OSCAR)) {
      database.users().create(user);
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Override
  protected ProjectApi api() {
    return service;
  }
}
