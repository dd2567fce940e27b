package tender.architecture.planted.core;

final class InCoreRoot {}
