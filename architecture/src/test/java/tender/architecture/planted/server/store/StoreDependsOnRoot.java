package tender.architecture.planted.server.store;

import tender.architecture.planted.server.Server;

record StoreDependsOnRoot(Server server) {}
