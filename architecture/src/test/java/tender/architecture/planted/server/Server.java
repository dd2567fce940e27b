package tender.architecture.planted.server;

import tender.architecture.planted.server.market.Market;

public record Server(Market market) {}
