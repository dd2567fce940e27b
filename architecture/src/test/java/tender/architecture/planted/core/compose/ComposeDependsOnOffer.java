package tender.architecture.planted.core.compose;

import tender.architecture.planted.core.offer.Generator;

record ComposeDependsOnOffer(Generator generator) {}
