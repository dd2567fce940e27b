package tender.architecture.planted.core;

final class IsInNoPackage {}
