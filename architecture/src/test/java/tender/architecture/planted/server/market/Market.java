package tender.architecture.planted.server.market;

import tender.architecture.planted.server.market.view.View;

public record Market(View view) {}
