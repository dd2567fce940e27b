package tender.architecture.planted.modules.unlisted;

final class InUnlistedModule {}
