package tender.architecture.planted.modules.core;

public record Core() {}
