package tender.architecture.planted.server.unlisted;

final class InUnlistedServerPackage {}
