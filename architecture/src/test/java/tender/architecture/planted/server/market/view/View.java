package tender.architecture.planted.server.market.view;

public record View(String words) {}
