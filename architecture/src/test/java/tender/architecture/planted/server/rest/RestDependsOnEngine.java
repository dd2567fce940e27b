package tender.architecture.planted.server.rest;

import tender.architecture.planted.server.api.view.View;
import tender.architecture.planted.server.engine.Engine;

record RestDependsOnEngine(Engine engine, View view) {}
