package tender.architecture.planted.core.unlisted;

final class InUnlistedCorePackage {}
