package tender.architecture.planted.core.model;

public record Money(long credits) {}
