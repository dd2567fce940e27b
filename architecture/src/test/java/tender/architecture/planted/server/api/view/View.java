package tender.architecture.planted.server.api.view;

public record View(String text) {}
