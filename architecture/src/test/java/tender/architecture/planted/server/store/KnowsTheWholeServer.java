package tender.architecture.planted.server.store;

import tender.architecture.planted.server.Server;

record KnowsTheWholeServer(Server server) {}
