package tender.architecture.planted.server;

import tender.architecture.planted.server.engine.Engine;

public record Server(Engine engine) {}
