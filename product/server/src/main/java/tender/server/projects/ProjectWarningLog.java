package tender.server.projects;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import tender.server.model.ProjectWarning;
import tender.server.store.projects.ProjectRepository;

/** Writes the warnings about budgets to the log of one of the servers. */
public final class ProjectWarningLog implements Runnable {
  private static final Logger LOG = System.getLogger(ProjectWarningLog.class.getName());

  private final ProjectRepository projects;

  public ProjectWarningLog(ProjectRepository projects) {
    this.projects = projects;
  }

  @Override
  public void run() {
    for (ProjectWarning warning : projects.takeUnlogged()) {
      LOG.log(
          Level.WARNING,
          "Project budget is nearly spent: project={0}, percent={1}, budget={2}, available={3}",
          warning.project(),
          warning.percent(),
          warning.budget(),
          warning.balance());
    }
  }
}
