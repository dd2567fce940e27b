package tender.architecture;

/**
 * The packages of the server. The API knows nothing of how it is implemented, and REST knows only
 * the API. The package that speaks with agents knows neither the engine, which it reaches through a
 * port, nor the database.
 */
final class ServerPackages {
  static final DependencyTable TABLE =
      DependencyTable.under("tender.server")
          .component("model")
          .component("api.view.task")
          .component("api.view", "model")
          .component("api", "model", "api.view.task", "api.view")
          .component("api.operator", "model", "api.view")
          .component("objects")
          .component("store.sql")
          .component("store.ledger", "model", "store.sql")
          .component("store.identity", "model", "store.sql")
          .component("store.projects", "model", "store.sql", "store.identity")
          .component("store.notifications", "model", "store.sql", "store.identity")
          .component(
              "store.bags",
              "model",
              "store.sql",
              "store.ledger",
              "store.projects",
              "store.notifications")
          .component("store.authority", "model", "store.sql", "store.identity")
          .component("store.uploads", "model", "objects", "store.sql")
          .component(
              "store.content", "model", "objects", "store.sql", "store.identity", "store.uploads")
          .component("store.auction", "model", "store.sql", "store.identity")
          .component("store.retention", "model", "store.sql")
          .component("store.restore", "model", "store.sql")
          .component("store.audit", "model", "store.sql")
          .component(
              "store",
              "model",
              "objects",
              "store.sql",
              "store.ledger",
              "store.projects",
              "store.bags",
              "store.uploads",
              "store.content",
              "store.identity",
              "store.auction",
              "store.retention",
              "store.restore",
              "store.notifications",
              "store.audit",
              "store.authority")
          .component("audit", "model", "store", "store.audit")
          .component("agents.rejection")
          .component("agents.certificates", "agents.rejection")
          .component("agents.limits")
          .component("authority", "model", "store.authority", "agents.certificates")
          .component("agents", "agents.rejection", "agents.certificates", "agents.limits")
          .component("engine.auction", "model", "store.auction")
          .component(
              "engine",
              "model",
              "store",
              "store.bags",
              "store.content",
              "store.identity",
              "store.auction",
              "store.retention",
              "store.restore",
              "store.notifications",
              "store.audit")
          .component(
              "engine.agents",
              "model",
              "store",
              "store.bags",
              "store.uploads",
              "store.content",
              "store.identity",
              "store.auction",
              "store.retention",
              "store.restore",
              "agents.rejection",
              "agents.certificates",
              "agents",
              "engine")
          .component(
              "bags",
              "model",
              "api.view.task",
              "api.view",
              "api",
              "api.operator",
              "store",
              "store.notifications",
              "store.bags",
              "store.uploads",
              "store.content",
              "store.ledger",
              "store.projects",
              "store.identity",
              "store.auction",
              "store.retention",
              "store.restore",
              "audit",
              "engine")
          .component("rest.json", "model", "api.view.task", "api.view")
          .component("access", "model", "api", "store.identity", "bags")
          .component(
              "projects",
              "model",
              "api.view",
              "api",
              "store",
              "store.ledger",
              "store.projects",
              "bags")
          .component("oidc")
          .component("login", "model", "api", "store", "store.identity", "engine", "bags", "oidc")
          .component("notifications", "model", "api", "store.notifications", "bags")
          .component(
              "operator",
              "model",
              "api",
              "api.operator",
              "store",
              "store.identity",
              "store.ledger",
              "store.audit",
              "bags")
          .component("rest.authentication", "model")
          .component("rest.request", "model")
          .component(
              "rest.operator",
              "model",
              "api.operator",
              "rest.json",
              "rest.authentication",
              "rest.request")
          .component(
              "rest",
              "model",
              "api.view.task",
              "api.view",
              "api",
              "api.operator",
              "rest.json",
              "rest.authentication",
              "rest.request",
              "rest.operator")
          .component("telemetry", "model", "api.view", "engine", "rest")
          .component(
              DependencyTable.ROOT,
              "model",
              "objects",
              "api.view",
              "api",
              "store",
              "store.bags",
              "store.content",
              "store.ledger",
              "store.projects",
              "store.identity",
              "store.auction",
              "store.authority",
              "agents.certificates",
              "agents.limits",
              "agents",
              "authority",
              "engine.auction",
              "engine",
              "engine.agents",
              "audit",
              "store.audit",
              "store.notifications",
              "bags",
              "access",
              "projects",
              "oidc",
              "login",
              "notifications",
              "operator",
              "api.operator",
              "rest.authentication",
              "rest",
              "telemetry")
          .component("doctor.installation", DependencyTable.ROOT, "store", "store.sql")
          .component(
              "doctor.database",
              DependencyTable.ROOT,
              "store",
              "store.sql",
              "store.identity",
              "agents.certificates",
              "doctor.installation")
          .component("doctor.access", DependencyTable.ROOT, "doctor.installation")
          .component(
              "doctor",
              DependencyTable.ROOT,
              "doctor.installation",
              "doctor.database",
              "doctor.access");

  private ServerPackages() {}
}
