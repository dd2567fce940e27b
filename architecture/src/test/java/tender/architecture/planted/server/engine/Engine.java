package tender.architecture.planted.server.engine;

public record Engine(String name) {}
