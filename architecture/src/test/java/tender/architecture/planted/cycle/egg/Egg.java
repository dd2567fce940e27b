package tender.architecture.planted.cycle.egg;

import tender.architecture.planted.cycle.hen.Hen;

public record Egg(Hen from) {}
