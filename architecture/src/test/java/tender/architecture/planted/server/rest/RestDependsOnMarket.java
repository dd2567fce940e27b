package tender.architecture.planted.server.rest;

import tender.architecture.planted.server.market.Market;
import tender.architecture.planted.server.market.view.View;

record RestDependsOnMarket(Market market, View view) {}
