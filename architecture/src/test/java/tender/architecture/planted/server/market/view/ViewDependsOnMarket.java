package tender.architecture.planted.server.market.view;

import tender.architecture.planted.server.market.Market;

record ViewDependsOnMarket(Market market) {}
