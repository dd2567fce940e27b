package tender.architecture.planted.server.api.view;

import tender.architecture.planted.server.engine.Engine;

record ViewDependsOnEngine(Engine engine) {}
